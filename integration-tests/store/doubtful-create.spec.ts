import type { FaultInput } from "../../src/sandbox"
import { withRefusedWrites } from "./refused-writes"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import { waitUntilIdle } from "./scheduled-checks"
import {
  getLatestApplication,
  listApplications,
  listOperations,
  listTokens,
} from "./plugin-records"
import { waitForPaidOrder, signApplication } from "./purchase-steps"
import { waitForReviewCase, resolveReviewCase } from "./review-cases-steps"

const { shop, admin, simulator } = createHarness()

type CreateFault = Pick<FaultInput, "kind" | "when" | "status" | "executesAfterMs">

/** An hour, in seconds. */
const HOUR_SECONDS = 3_600

/** Creates a cart whose create call got no readable answer. */
async function createCartInDoubt(fault: CreateFault): Promise<string> {
  const cart = await createCart()
  const match = { orderId: `${cart.id}-1` }
  await simulator.fault({ ...fault, operation: "createOrder", count: 1, match })
  expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toMatch(
    /not been confirmed.*try again in a moment, or pay another way/
  )
  return cart.id
}

async function expectCreateInDoubt(cartId: string): Promise<void> {
  const [first] = await listApplications(cartId)
  expect(first).toMatchObject({
    live_key: null,
    review_reason: expect.stringContaining("not known whether the service created") as string,
  })
  expect(await listOperations(first?.id ?? "")).toMatchObject([
    { kind: "create", outcome: "in-doubt" },
  ])
}

describe("a create call without a readable answer (A17)", () => {
  it.each<CreateFault>([
    { kind: "reset", when: "after" },
    { kind: "reset", when: "before" },
    { kind: "garbage", when: "after" },
    { kind: "truncated", when: "after" },
    { kind: "status", when: "after", status: 502 },
  ])("is listed for review, and the shopper can apply again ($kind $when)", async (fault) => {
    const cartId = await createCartInDoubt(fault)
    await expectCreateInDoubt(cartId)
    const { session } = await shop.choosePaymentMethod(cartId)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    const applications = await simulator.listCartApplications(cartId)
    expect(applications.at(-1)?.originalOrderId).toBe(`${cartId}-2`)
    await signApplication(String(applications.at(-1)?.tip))
    expect((await waitForPaidOrder(cartId)).payment_status).toBe("authorized")
    await expectInvariants(cartId, { listed: true })
  })

  it("is never repeated automatically", async () => {
    const cartId = await createCartInDoubt({ kind: "reset", when: "after" })
    const calls = await simulator.calls({ operation: "createOrder", orderId: `${cartId}-1` })
    expect(calls).toHaveLength(1)
  })

  it("is resolved by a postback with the lost token, and the lost application is cancelled", async () => {
    const cartId = await createCartInDoubt({ kind: "reset", when: "after" })
    await shop.choosePaymentMethod(cartId)
    const [lostApplication, knownApplication] = await simulator.listCartApplications(cartId)
    await signApplication(String(knownApplication?.tip))
    const order = await waitForPaidOrder(cartId)
    await simulator.decision(String(lostApplication?.tip), { outcome: "sign" })
    await eventually(async () => {
      expect(await simulator.application(String(lostApplication?.tip))).toMatchObject({
        status: "O",
        cancelCount: 1,
      })
    })
    expect((await simulator.application(String(knownApplication?.tip))).status).toBe("S")
    expect((await admin.getOrder(order.id)).payment_status).toBe("authorized")
    await eventually(async () => {
      const [first] = await listApplications(cartId)
      expect(first).toMatchObject({ state: "cancelled", review_reason: null })
      expect(await listTokens(first?.id ?? "")).toMatchObject([{ token: lostApplication?.tip }])
    })
    await expectInvariants(cartId)
  })

  it.each(["once the search for it is over", "after a person said that it never happened"])(
    "is carried out an hour later and cancelled by its first postback, %s",
    async (timing) => {
      const cartId = await createCartInDoubt({
        kind: "reset",
        executesAfterMs: HOUR_SECONDS * 1_000,
      })
      const { id } = await getLatestApplication(cartId)
      if (timing.startsWith("after")) {
        await resolveReviewCase(await waitForReviewCase(cartId, "doubt"), "confirm-it-did-not")
      } else {
        await waitUntilIdle(id)
      }
      expect(await simulator.listCartApplications(cartId)).toEqual([])
      await simulator.clock({ advanceSeconds: HOUR_SECONDS })
      const lateApplication = await simulator.findCartApplication(cartId)
      await simulator.decision(lateApplication.tip, { outcome: "sign" })
      await eventually(async () => {
        expect(await simulator.application(lateApplication.tip)).toMatchObject({
          status: "O",
          cancelCount: 1,
        })
      })
      expect(await admin.findOrderByCart(cartId)).toBeUndefined()
      await eventually(async () =>
        expect(await getLatestApplication(cartId)).toMatchObject({
          state: "cancelled",
          review_reason: null,
        })
      )
      await expectInvariants(cartId)
    }
  )
})

describe("a successful create call whose answer could not be stored (A16)", () => {
  it("is listed for review, and a postback with its token cancels the application", async () => {
    const cart = await createCart()
    await withRefusedWrites(
      {
        table: "financing_token",
        event: "insert",
        when: `exists (select 1 from financing_application one
          where one.id = new.application_id and one.cart_id = '${cart.id}')`,
      },
      async () => {
        expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toMatch(
          /^Financing is not available/
        )
      }
    )
    await expectCreateInDoubt(cart.id)
    const lostApplication = await simulator.findCartApplication(cart.id)
    await simulator.decision(lostApplication.tip, { outcome: "sign" })
    await eventually(async () => {
      expect(await simulator.application(lostApplication.tip)).toMatchObject({
        status: "O",
        cancelCount: 1,
      })
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await expectInvariants(cart.id)
  })
})

import type { FaultInput } from "../../src/sandbox"
import { withRefusedWrites } from "./refused-writes"
import { eventually } from "../../tooling/clients/eventually"
import {
  submitFullApplication,
  getCurrentApplication,
  createCartWithOffers,
  selectOffer,
  getPaymentSession,
  signContract,
} from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, listOutcomes, getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import { listApplications, listOperations } from "./plugin-records"
import { waitForPaidOrder } from "./purchase-steps"

const { admin, simulator } = createHarness()

type CreateFault = Pick<FaultInput, "kind" | "when" | "status">

async function createCartInDoubt(fault: CreateFault): Promise<string> {
  const cart = await createCart()
  const match = { orderId: `${cart.id}-1` }
  await simulator.fault({ ...fault, operation: "createFullApplication", count: 1, match })
  expect(await getRefusalMessage(submitFullApplication(cart.id))).toMatch(
    /not been confirmed.*try again in a moment/
  )
  return cart.id
}

async function expectCreateInDoubt(cartId: string): Promise<void> {
  const [first] = await listApplications(cartId)
  expect(first).toMatchObject({
    kind: "full",
    live_key: null,
    offers: null,
    review_reason: expect.stringContaining("not known whether the service created") as string,
  })
  expect(await listOperations(first?.id ?? "")).toMatchObject([
    { kind: "create", outcome: "in-doubt" },
  ])
  expect(await getCurrentApplication(cartId)).toBeNull()
}

describe("a full application without a readable answer (A17, E1)", () => {
  it.each<CreateFault>([
    { kind: "reset", when: "after" },
    { kind: "reset", when: "before" },
    { kind: "garbage", when: "after" },
    { kind: "mid-body", when: "after" },
    { kind: "status", when: "after", status: 502 },
  ])(
    "is listed for review, not repeated, and the shopper can apply again ($kind $when)",
    async (fault) => {
      const cartId = await createCartInDoubt(fault)
      await expectCreateInDoubt(cartId)
      const orderId = `${cartId}-1`
      expect(await simulator.calls({ operation: "createFullApplication", orderId })).toHaveLength(1)
      const secondApplication = await submitFullApplication(cartId)
      expect(secondApplication.status).toBe("choose_offer")
      await selectOffer(secondApplication, 101)
      await signContract(cartId)
      expect((await waitForPaidOrder(cartId)).payment_status).toBe("authorized")
      await expectInvariants(cartId, { listed: true })
    }
  )

  it("is found by a postback with its token and cancelled, and one loan remains", async () => {
    const cartId = await createCartInDoubt({ kind: "reset", when: "after" })
    const secondApplication = await submitFullApplication(cartId)
    await selectOffer(secondApplication, 101)
    const [lostApplication, knownApplication] = await simulator.listCartApplications(cartId)
    await signContract(cartId)
    await waitForPaidOrder(cartId)
    await simulator.decision(String(lostApplication?.tip), { outcome: "sign" })
    await eventually(async () => {
      expect(await simulator.application(String(lostApplication?.tip))).toMatchObject({
        status: "O",
        cancelCount: 1,
      })
    })
    expect((await simulator.application(String(knownApplication?.tip))).status).toBe("S")
    await eventually(async () => {
      expect((await listApplications(cartId))[0]).toMatchObject({
        state: "cancelled",
        review_reason: null,
      })
    })
    await expectInvariants(cartId)
  })

  it("is found by a postback and cancelled although the service refused it", async () => {
    const cart = await createCart()
    const match = { orderId: `${cart.id}-1` }
    const operation = "createFullApplication" as const
    await simulator.fault({ operation, kind: "status", status: 409, when: "after", match })
    expect(await getRefusalMessage(submitFullApplication(cart.id))).toMatch(/could not be arranged/)
    const { tip } = await simulator.findCartApplication(cart.id)
    await simulator.decision(tip, { outcome: "sign" })
    await eventually(async () => {
      expect(await simulator.application(tip)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    await expectInvariants(cart.id)
  })

  it("is listed, found and cancelled when its answer could not be stored (A16)", async () => {
    const cart = await createCart()
    await withRefusedWrites(
      {
        table: "financing_token",
        event: "insert",
        when: `exists (select 1 from financing_application one
          where one.id = new.application_id and one.cart_id = '${cart.id}')`,
      },
      async () => {
        expect(await getRefusalMessage(submitFullApplication(cart.id))).toMatch(
          /^Financing is not available/
        )
      }
    )
    await expectCreateInDoubt(cart.id)
    const lostApplication = await simulator.findCartApplication(cart.id)
    await signContract(cart.id)
    await eventually(async () => {
      expect(await simulator.application(lostApplication.tip)).toMatchObject({
        status: "O",
        cancelCount: 1,
      })
    })
    await expectInvariants(cart.id)
  })

  it("is closed without a review case when the service refuses it, and can be repeated", async () => {
    const cart = await createCart()
    const match = { orderId: `${cart.id}-1` }
    const operation = "createFullApplication" as const
    await simulator.fault({ operation, kind: "status", status: 400, count: 1, match })
    expect(await getRefusalMessage(submitFullApplication(cart.id))).toMatch(/could not be arranged/)
    expect(await listApplications(cart.id)).toMatchObject([
      { state: "cancelled", review_reason: null },
    ])
    expect((await submitFullApplication(cart.id)).status).toBe("choose_offer")
    await expectInvariants(cart.id)
  })
})

describe("an offer selection without a readable answer", () => {
  it.each<Pick<FaultInput, "kind" | "when">>([
    { kind: "reset", when: "after" },
    { kind: "reset", when: "before" },
    { kind: "garbage", when: "after" },
  ])("is confirmed when the shopper selects the offer again ($kind $when)", async (fault) => {
    const { cart, application } = await createCartWithOffers()
    const { tip } = await simulator.findCartApplication(cart.id)
    await injectFault(tip, { ...fault, operation: "selectOffer", count: 1 })
    expect(await getRefusalMessage(selectOffer(application, 102))).toMatch(/try again in a moment/)
    expect(await listOutcomes(cart.id, "select-offer")).toEqual(["in-doubt"])
    expect(await getCurrentApplication(cart.id)).toMatchObject({
      status: "choose_offer",
      selected_offer_id: null,
    })
    expect((await getPaymentSession(cart.id))?.data.url).toBeNull()
    expect((await listApplications(cart.id))[0]?.review_reason).toBeNull()
    expect((await selectOffer(application, 102)).status).toBe("sign")
    expect(await listOutcomes(cart.id, "select-offer")).toEqual(["confirmed"])
    await signContract(cart.id)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("is replaced when the shopper selects another offer", async () => {
    const { cart, application } = await createCartWithOffers()
    const { tip } = await simulator.findCartApplication(cart.id)
    await injectFault(tip, { operation: "selectOffer", kind: "reset", when: "after", count: 1 })
    await getRefusalMessage(selectOffer(application, 102))
    expect(await selectOffer(application, 103)).toMatchObject({ selected_offer_id: 103 })
    expect(await listOutcomes(cart.id, "select-offer")).toEqual(["refused", "confirmed"])
    await expectInvariants(cart.id)
  })

  it("is replaced when the shopper goes back to the first offer, and the service receives that offer", async () => {
    const { cart, application } = await createCartWithOffers()
    const { tip } = await simulator.findCartApplication(cart.id)
    await selectOffer(application, 102)
    await injectFault(tip, { operation: "selectOffer", kind: "reset", when: "after", nth: 1 })
    await getRefusalMessage(selectOffer(application, 103))
    expect(await selectOffer(application, 102)).toMatchObject({ selected_offer_id: 102 })
    expect(await listServiceCalls(tip, "selectOffer")).toHaveLength(3)
    expect(await listOutcomes(cart.id, "select-offer")).toEqual([
      "confirmed",
      "refused",
      "confirmed",
    ])
    // Nothing is in doubt: selecting the offer again makes no call.
    await selectOffer(application, 102)
    expect(await listServiceCalls(tip, "selectOffer")).toHaveLength(3)
    await expectInvariants(cart.id)
  })

  it("shows the service's refusal, and reconciles the application", async () => {
    const { cart, application } = await createCartWithOffers()
    const { tip } = await simulator.findCartApplication(cart.id)
    await simulator.decision(tip, { outcome: "decline" })
    await injectFault(tip, { operation: "getStatus", kind: "status", status: 503, count: 1 })
    const message = await getRefusalMessage(selectOffer(application, 102))
    expect(message).toMatch(/did not take your choice|not open for choosing/)
    await eventually(async () => {
      expect(await getCurrentApplication(cart.id)).toMatchObject({ status: "declined" })
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  })

  it("does not count when the service confirms another offer", async () => {
    const { cart, application } = await createCartWithOffers()
    const { tip } = await simulator.findCartApplication(cart.id)
    const operation = "selectOffer" as const
    const fields = { offerId: "103" }
    await injectFault(tip, { operation, kind: "altered", when: "after", fields, count: 1 })
    expect(await getRefusalMessage(selectOffer(application, 102))).toMatch(
      /did not take your choice/
    )
    expect(await getCurrentApplication(cart.id)).toMatchObject({ contract_url: null })
  })
})

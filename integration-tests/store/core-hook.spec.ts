import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls } from "./money-steps"
import { createCart } from "./new-cart"
import { getLatestApplication, updateApplication } from "./plugin-records"
import { post } from "./postback-steps"
import {
  createAppliedCart,
  waitForOrder,
  signApplication,
  createSignedApplication,
  disablePostbacks,
} from "./purchase-steps"

const { run, shop, admin, simulator } = createHarness()

const HOOK_URL = `${run.storeUrl}/hooks/payment/consumer-financing_default`

/** Core processes its hook five seconds after it was called. */
const HOOK_DELAY_MS = 6_500

const postToHook = (body: unknown, type = "application/json") =>
  post(HOOK_URL, typeof body === "string" ? body : JSON.stringify(body), { "content-type": type })

describe("Core's own hook route, open to anyone (B15, facts 25 and 26)", () => {
  it("triggers a status check for a known token, and the service's status decides", async () => {
    const { cart, token } = await createSignedApplication()
    await updateApplication((await getLatestApplication(cart.id)).id, {
      next_check_at: new Date(Date.now() + 3_600_000),
    })
    expect((await postToHook({ uuid: token, payment_status: "completed" })).status).toBe(200)
    await eventually(async () => expect(await admin.findOrderByCart(cart.id)).toBeDefined())
    await expectInvariants(cart.id)
  })

  it("changes nothing for forged sessions, tokens and states", async () => {
    const otherCarts = await Promise.all([createCart(), createCart()])
    const appliedCart = await createAppliedCart()
    await disablePostbacks(appliedCart.token)
    const checksBefore = (await listServiceCalls(appliedCart.token, "getStatus")).length
    const forgedBodies = [
      { uuid: appliedCart.token, status: "authorized", action: "captured" },
      {
        session_id: appliedCart.session.id,
        data: { session_id: appliedCart.session.id },
        action: "authorized",
      },
      { session_id: "payses_nobody", status: "captured", amount: 1 },
      { uuid: "a-token-of-nobody" },
      { uuid: { $ne: null } },
      { uuid: ["x"] },
      { uuid: "x".repeat(100_000) },
      { uuid: "a\u0000b" },
      {},
      [],
      null,
    ]
    for (const body of forgedBodies) {
      expect((await postToHook(body)).status).toBeLessThan(500)
    }
    for (const text of ["", "}{", "uuid=x", "\0"]) {
      expect((await postToHook(text, "text/plain")).status).toBeLessThan(500)
    }
    await sleep(HOOK_DELAY_MS)
    for (const { id } of [...otherCarts, appliedCart.cart]) {
      expect(await admin.findOrderByCart(id)).toBeUndefined()
      expect((await shop.getCart(id)).completed_at ?? null).toBeNull()
    }
    expect(await getLatestApplication(appliedCart.cart.id)).toMatchObject({
      code: "P",
      review_reason: null,
    })
    expect((await listServiceCalls(appliedCart.token, "getStatus")).length).toBeLessThanOrEqual(
      checksBefore + 4
    )
    await signApplication(appliedCart.token)
    await simulator.postback(appliedCart.token)
    await waitForOrder(appliedCart.cart.id)
    await expectInvariants(appliedCart.cart.id)
  })

  it("completes no cart for a deleted session (C1, fact 26)", async () => {
    const otherCarts = await Promise.all([createCart(), createCart(), createCart()])
    const { cart, token, session } = await createSignedApplication()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const bodies = [
      { uuid: token, session_id: session.id, payment_status: "completed" },
      { session_id: session.id, action: "authorized", amount: 1 },
      { data: { session_id: session.id, amount: cart.total }, action: "captured" },
      { uuid: ["a", "b"], session_id: { $ne: null } },
    ]
    for (const body of bodies) expect((await postToHook(body)).status).toBe(200)
    await sleep(HOOK_DELAY_MS)
    for (const { id } of [...otherCarts, cart]) {
      expect(await admin.findOrderByCart(id)).toBeUndefined()
      expect((await shop.getCart(id)).completed_at ?? null).toBeNull()
    }
    await expectInvariants(cart.id)
  })
})

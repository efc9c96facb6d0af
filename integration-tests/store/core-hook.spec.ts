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

const HOOK = `${run.storeUrl}/hooks/payment/consumer-financing_default`

/** Core processes its hook five seconds after it was called. */
const CORE_TAKES = 6_500

const sendToCore = (body: unknown, type = "application/json") =>
  post(HOOK, typeof body === "string" ? body : JSON.stringify(body), { "content-type": type })

describe("Core's own hook route, open to anyone (B15, facts 25 and 26)", () => {
  it("triggers a status check for a known token, and the service's status decides", async () => {
    const { cart, token } = await createSignedApplication()
    await updateApplication((await getLatestApplication(cart.id)).id, {
      next_check_at: new Date(Date.now() + 3_600_000),
    })
    expect((await sendToCore({ uuid: token, payment_status: "completed" })).status).toBe(200)
    await eventually(async () => expect(await admin.findOrderByCart(cart.id)).toBeDefined())
    await expectInvariants(cart.id)
  })

  it("changes nothing for forged sessions, tokens and states", async () => {
    const strangers = await Promise.all([createCart(), createCart()])
    const mine = await createAppliedCart()
    await disablePostbacks(mine.token)
    const looks = (await listServiceCalls(mine.token, "getStatus")).length
    const forged = [
      { uuid: mine.token, status: "authorized", action: "captured" },
      { session_id: mine.session.id, data: { session_id: mine.session.id }, action: "authorized" },
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
    for (const body of forged) {
      expect((await sendToCore(body)).status).toBeLessThan(500)
    }
    for (const text of ["", "}{", "uuid=x", "\0"]) {
      expect((await sendToCore(text, "text/plain")).status).toBeLessThan(500)
    }
    await sleep(CORE_TAKES)
    for (const { id } of [...strangers, mine.cart]) {
      expect(await admin.findOrderByCart(id)).toBeUndefined()
      expect((await shop.getCart(id)).completed_at ?? null).toBeNull()
    }
    expect(await getLatestApplication(mine.cart.id)).toMatchObject({
      code: "P",
      review_reason: null,
    })
    expect((await listServiceCalls(mine.token, "getStatus")).length).toBeLessThanOrEqual(looks + 4)
    await signApplication(mine.token)
    await simulator.postback(mine.token)
    await waitForOrder(mine.cart.id)
    await expectInvariants(mine.cart.id)
  })

  it("completes no cart for a deleted session (C1, fact 26)", async () => {
    const strangers = await Promise.all([createCart(), createCart(), createCart()])
    const { cart, token, session } = await createSignedApplication()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const letters = [
      { uuid: token, session_id: session.id, payment_status: "completed" },
      { session_id: session.id, action: "authorized", amount: 1 },
      { data: { session_id: session.id, amount: cart.total }, action: "captured" },
      { uuid: ["a", "b"], session_id: { $ne: null } },
    ]
    for (const letter of letters) expect((await sendToCore(letter)).status).toBe(200)
    await sleep(CORE_TAKES)
    for (const { id } of [...strangers, cart]) {
      expect(await admin.findOrderByCart(id)).toBeUndefined()
      expect((await shop.getCart(id)).completed_at ?? null).toBeNull()
    }
    await expectInvariants(cart.id)
  })
})

import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { callsOf } from "./money-steps"
import { newCart } from "./new-cart"
import { appliedCart, paidOrderOf, signedApplication } from "./purchase-steps"

const { run, shop, admin } = harness()

/** Core handles what its own hook route was told after five seconds. */
const CORE_TAKES = 7_000

async function tellCoreHook(body: Record<string, unknown>): Promise<number> {
  const path = "/hooks/payment/consumer-financing_default"
  const answer = await fetch(run.storeUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  return answer.status
}

describe("core's own hook route, open to anyone (B15)", () => {
  it("never completes a stranger's cart for a session that does not exist (C1)", async () => {
    const strangers = await Promise.all([1, 2, 3].map(() => newCart()))
    const gone = await appliedCart()
    await shop.choosePaymentMethod(gone.cart.id, { providerId: "pp_system_default" })
    const letters = [
      { uuid: gone.token, payment_status: "completed" },
      { session_id: gone.session.id, action: "authorized", amount: 1 },
      { data: { session_id: gone.session.id, amount: gone.cart.total }, action: "captured" },
      { uuid: ["a", "b"], session_id: { $ne: null } },
      {},
    ]
    for (const letter of letters) expect(await tellCoreHook(letter)).toBe(200)
    await sleep(CORE_TAKES)
    for (const { id } of [...strangers, gone.cart]) {
      expect(await admin.orderOfCart(id)).toBeUndefined()
      expect((await shop.cart(id)).completed_at ?? null).toBeNull()
    }
  })

  it("wakes a look for a token that it names, and decides nothing by itself", async () => {
    const waiting = await appliedCart()
    const signed = await signedApplication()
    const looks = (await callsOf(waiting.token, "getStatus")).length
    for (const { token } of [waiting, signed]) {
      await tellCoreHook({ uuid: token, payment_status: "completed" })
    }
    await eventually(async () => {
      expect((await callsOf(waiting.token, "getStatus")).length).toBeGreaterThan(looks)
    })
    expect((await paidOrderOf(signed.cart.id)).payment_status).toBe("authorized")
    expect(await admin.orderOfCart(waiting.cart.id)).toBeUndefined()
  })
})

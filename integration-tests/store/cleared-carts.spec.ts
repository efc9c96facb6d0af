import { harness } from "./harness"
import { callsOf } from "./money-steps"
import { applicationOf, reconcile } from "./our-records"
import { paidOrder } from "./purchase-steps"

const { admin, store, simulator } = harness()

const sql = (text: string, values: unknown[]) =>
  store.call("__pg_connection__", "raw", text, values)

describe("an order whose cart and links are deleted", () => {
  it("keeps its loan (I5), and can be captured", async () => {
    const { cart, token, payment } = await paidOrder()
    const { id } = await applicationOf(cart.id)
    await reconcile(id)
    for (const table of ["order_cart", "cart_payment_collection"]) {
      await sql(`update ${table} set deleted_at = now() where cart_id = ?`, [cart.id])
    }
    await sql("update cart set deleted_at = now() where id = ?", [cart.id])
    for (let time = 0; time < 3; time += 1) await reconcile(id)
    expect(await callsOf(token, "cancel")).toEqual([])
    expect(await applicationOf(cart.id)).toMatchObject({ seen_purchase_state: "authorized-order" })
    await admin.capture(payment.id)
    expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
  })
})

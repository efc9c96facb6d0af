import { createHarness } from "./harness"
import { listServiceCalls } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import { createPaidOrder } from "./purchase-steps"

const { admin, store, simulator } = createHarness()

const runSql = (statement: string, values: unknown[]) =>
  store.call("__pg_connection__", "raw", statement, values)

describe("an order whose cart and links are deleted", () => {
  it("keeps its loan (I5), and can be captured", async () => {
    const { cart, token, payment } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    for (const table of ["order_cart", "cart_payment_collection"]) {
      await runSql(`update ${table} set deleted_at = now() where cart_id = ?`, [cart.id])
    }
    await runSql("update cart set deleted_at = now() where id = ?", [cart.id])
    for (let index = 0; index < 3; index += 1) await reconcile(id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect(await getLatestApplication(cart.id)).toMatchObject({
      seen_purchase_state: "authorized-order",
    })
    await admin.capture(payment.id)
    expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
  })
})

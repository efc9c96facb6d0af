import { harness } from "./harness"
import { applicationOf, reconcile } from "./our-records"

const { store } = harness()

const sql = (text: string, values: unknown[]) =>
  store.call("__pg_connection__", "raw", text, values)

/** Moves the dates of an order, its payment rows and our leases back by some minutes. */
export async function ageLedger(orderId: string, minutes = 10): Promise<void> {
  const older = `created_at = created_at - interval '${minutes} minutes'`
  const collections = `select payment_collection_id from order_payment_collection where order_id = ?`
  const payments = `select id from payment where payment_collection_id in (${collections})`
  await sql(`update capture set ${older} where payment_id in (${payments})`, [orderId])
  await sql(`update refund set ${older} where payment_id in (${payments})`, [orderId])
  await sql(`update payment set ${older} where id in (${payments})`, [orderId])
  await sql(`update payment_collection set ${older} where id in (${collections})`, [orderId])
  await sql(`update order_transaction set ${older} where order_id = ?`, [orderId])
  await sql(`update order_change set ${older} where order_id = ?`, [orderId])
  const carts = "select cart_id from order_cart where order_id = ?"
  await sql(
    `update financing_lease set expires_at = expires_at - interval '${minutes} minutes'
     where split_part(id, ':', 2) in (select id from financing_application where cart_id in (${carts}))`,
    [orderId]
  )
  const cancelled = `canceled_at = canceled_at - interval '${minutes} minutes'`
  await sql(`update "order" set ${older}, ${cancelled} where id = ?`, [orderId])
}

/** Ages the ledger and reconciles, so that the reconciliation repairs it. */
export async function repairLedger({ cart, order }: Bought): Promise<void> {
  await ageLedger(order.id)
  await reconcile((await applicationOf(cart.id)).id)
}

type Bought = { cart: { id: string }; order: { id: string } }

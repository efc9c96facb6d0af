import { createHarness } from "./harness"
import { getLatestApplication, reconcile } from "./plugin-records"

const { store } = createHarness()

const runSql = (text: string, values: unknown[]) =>
  store.call("__pg_connection__", "raw", text, values)

/** Moves the dates of an order, its payment rows and our leases back by some minutes. */
export async function ageLedger(orderId: string, minutes = 10): Promise<void> {
  const olderCreation = `created_at = created_at - interval '${minutes} minutes'`
  const collections = `select payment_collection_id from order_payment_collection where order_id = ?`
  const payments = `select id from payment where payment_collection_id in (${collections})`
  await runSql(`update capture set ${olderCreation} where payment_id in (${payments})`, [orderId])
  await runSql(`update refund set ${olderCreation} where payment_id in (${payments})`, [orderId])
  await runSql(`update payment set ${olderCreation} where id in (${payments})`, [orderId])
  await runSql(`update payment_collection set ${olderCreation} where id in (${collections})`, [
    orderId,
  ])
  await runSql(`update order_transaction set ${olderCreation} where order_id = ?`, [orderId])
  await runSql(`update order_change set ${olderCreation} where order_id = ?`, [orderId])
  const carts = "select cart_id from order_cart where order_id = ?"
  await runSql(
    `update financing_lease set expires_at = expires_at - interval '${minutes} minutes'
     where split_part(id, ':', 2) in (select id from financing_application where cart_id in (${carts}))`,
    [orderId]
  )
  const olderCancellation = `canceled_at = canceled_at - interval '${minutes} minutes'`
  await runSql(`update "order" set ${olderCreation}, ${olderCancellation} where id = ?`, [orderId])
}

/** Ages the ledger and reconciles, so that the reconciliation repairs it. */
export async function repairLedger({ cart, order }: CartWithOrder): Promise<void> {
  await ageLedger(order.id)
  await reconcile((await getLatestApplication(cart.id)).id)
}

type CartWithOrder = { cart: { id: string }; order: { id: string } }

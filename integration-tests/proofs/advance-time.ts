import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"

const { store } = createHarness()

const CART_COLLECTIONS =
  "select payment_collection_id from cart_payment_collection where cart_id = :cart"

/**
 * Orders of a cart, including one that a crash left linked only to its payments, or the order of a financing request
 * itself.
 */
const ORDERS = `select order_id from order_cart where cart_id = :cart
  union select order_id from order_payment_collection
  where payment_collection_id in (${CART_COLLECTIONS})
  union select cast(:cart as text)`

const APPLICATIONS =
  "select id from financing_application where cart_id = :cart or requested_order_id = :cart"

const COLLECTIONS = `${CART_COLLECTIONS}
  union select payment_collection_id from order_payment_collection where order_id in (${ORDERS})`

const PAYMENTS = `select id from payment where payment_collection_id in (${COLLECTIONS})`

/** Timestamp columns per table, with the condition that selects a cart's rows. */
const TIMESTAMP_COLUMNS: { table: string; columns: string[]; condition: string }[] = [
  {
    table: "financing_application",
    columns: ["created_at", "updated_at", "ready_at", "last_check_at", "next_check_at"],
    condition: "cart_id = :cart or requested_order_id = :cart",
  },
  {
    table: "financing_operation",
    columns: ["created_at", "updated_at", "deadline_at", "finished_at"],
    condition: `application_id in (${APPLICATIONS})`,
  },
  {
    table: "financing_postback",
    columns: ["created_at"],
    condition: `application_id in (${APPLICATIONS})`,
  },
  {
    table: "financing_lease",
    columns: ["expires_at"],
    condition: `split_part(id, ':', 2) = :cart or split_part(id, ':', 2) in
      (${APPLICATIONS})`,
  },
  {
    table: '"order"',
    columns: ["created_at", "canceled_at"],
    condition: `id in (${ORDERS})`,
  },
  ...["order_transaction", "order_change"].map((table) => ({
    table,
    columns: ["created_at"],
    condition: `order_id in (${ORDERS})`,
  })),
  {
    table: "payment_collection",
    columns: ["created_at"],
    condition: `id in (${COLLECTIONS})`,
  },
  {
    table: "payment",
    columns: ["created_at"],
    condition: `id in (${PAYMENTS})`,
  },
  ...["capture", "refund"].map((table) => ({
    table,
    columns: ["created_at"],
    condition: `payment_id in (${PAYMENTS})`,
  })),
]

/**
 * Advances time for one cart, or one requested order: moves the timestamps of its rows, the plugin's and Medusa's, into
 * the past by `minutes`.
 */
export async function advanceTime(cartId: string, minutes: number): Promise<void> {
  const updates = TIMESTAMP_COLUMNS.map(({ table, columns, condition }, index) => {
    const assignments = columns.map(
      (column) => `${column} = ${column} - make_interval(mins => :minutes)`
    )
    return `aged_${index} as (update ${table} set ${assignments.join(", ")} where ${condition})`
  })
  const statement = `with ${updates.join(", ")} select 1`
  // Retries after a deadlock with a concurrent writer; Postgres then rolls back the whole statement.
  await eventually(() =>
    store.call("__pg_connection__", "raw", statement, { cart: cartId, minutes })
  )
}

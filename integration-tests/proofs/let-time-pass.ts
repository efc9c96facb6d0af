import { eventually } from "../../tooling/clients/eventually"
import { harness } from "../store/harness"

const { store } = harness()

const COLLECTIONS_OF_CART =
  "select payment_collection_id from cart_payment_collection where cart_id = :cart"

/**
 * A cart's order, which a process that died while placing it may have left without the cart and with its payments; or
 * the order itself, where staff asked its customer to finance it.
 */
const ORDERS = `select order_id from order_cart where cart_id = :cart
  union select order_id from order_payment_collection
  where payment_collection_id in (${COLLECTIONS_OF_CART})
  union select cast(:cart as text)`

const APPLICATIONS =
  "select id from financing_application where cart_id = :cart or requested_order_id = :cart"

const COLLECTIONS = `${COLLECTIONS_OF_CART}
  union select payment_collection_id from order_payment_collection where order_id in (${ORDERS})`

const PAYMENTS = `select id from payment where payment_collection_id in (${COLLECTIONS})`

/** Columns that tell the age of something, and which of their rows belong to a cart. */
const AGING: { table: string; columns: string[]; ofCart: string }[] = [
  {
    table: "financing_application",
    columns: ["created_at", "updated_at", "ready_at", "last_check_at", "next_check_at"],
    ofCart: "cart_id = :cart or requested_order_id = :cart",
  },
  {
    table: "financing_operation",
    columns: ["created_at", "updated_at", "deadline_at", "finished_at"],
    ofCart: `application_id in (${APPLICATIONS})`,
  },
  {
    table: "financing_postback",
    columns: ["created_at"],
    ofCart: `application_id in (${APPLICATIONS})`,
  },
  {
    table: "financing_lease",
    columns: ["expires_at"],
    ofCart: `split_part(id, ':', 2) = :cart or split_part(id, ':', 2) in
      (${APPLICATIONS})`,
  },
  {
    table: '"order"',
    columns: ["created_at", "canceled_at"],
    ofCart: `id in (${ORDERS})`,
  },
  ...["order_transaction", "order_change"].map((table) => ({
    table,
    columns: ["created_at"],
    ofCart: `order_id in (${ORDERS})`,
  })),
  {
    table: "payment_collection",
    columns: ["created_at"],
    ofCart: `id in (${COLLECTIONS})`,
  },
  {
    table: "payment",
    columns: ["created_at"],
    ofCart: `id in (${PAYMENTS})`,
  },
  ...["capture", "refund"].map((table) => ({
    table,
    columns: ["created_at"],
    ofCart: `payment_id in (${PAYMENTS})`,
  })),
]

/**
 * Lets everything about one cart, or one order of staff's, look as if it had happened that many minutes earlier, in the
 * plugin's own rows and in Medusa's: time passes for this cart alone.
 */
export async function letTimePass(cartId: string, minutes: number): Promise<void> {
  const updates = AGING.map(({ table, columns, ofCart }, index) => {
    const earlier = columns.map((one) => `${one} = ${one} - make_interval(mins => :minutes)`)
    return `aged_${index} as (update ${table} set ${earlier.join(", ")} where ${ofCart})`
  })
  const statement = `with ${updates.join(", ")} select 1`
  // A writer of two of these rows in the other order can deadlock with it: Postgres then rolls all of it back.
  await eventually(() =>
    store.call("__pg_connection__", "raw", statement, { cart: cartId, minutes })
  )
}

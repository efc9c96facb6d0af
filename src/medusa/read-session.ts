import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CART_FIELDS, type CartRecord } from "../translation/cart-to-snapshot"
import { ORDER_FIELDS } from "../translation/order-to-snapshot"
import type { MedusaNumber } from "../translation/priced-record"
import { ORDER_STATE_FIELDS, type OrderSide } from "../translation/store-side"
import { type Query, readRow } from "./read-row"

/** A payment session with what it is for, read on the server: nothing here comes from a browser. */
export type SessionRead<Cart extends CartRecord = CartRecord> = {
  id: string
  status: string
  amount: MedusaNumber
  cart: Cart | null
  order: (OrderSide & CartRecord) | null
}

type SessionRow = {
  id: string
  status: string
  raw_amount: MedusaNumber
  cart_id: string | null
  order_id: string | null
  /** By core's own link between cart and order: a collection that was made for an order knows no cart. */
  cart_of_order: string | null
  order_of_cart: string | null
}

// One statement: `query.graph` takes seven, and every verb of a checkout begins with it.
const SESSION = `
  select session.id, session.status, session.raw_amount,
    cart.id as cart_id, "order".id as order_id,
    (select cart_id from order_cart where order_id = "order".id and deleted_at is null limit 1)
      as cart_of_order,
    (select order_id from order_cart where cart_id = cart.id and deleted_at is null limit 1)
      as order_of_cart
  from payment_session session
  left join cart_payment_collection of_cart
    on of_cart.payment_collection_id = session.payment_collection_id and of_cart.deleted_at is null
  left join cart on cart.id = of_cart.cart_id and cart.deleted_at is null
  left join order_payment_collection of_order
    on of_order.payment_collection_id = session.payment_collection_id and of_order.deleted_at is null
  left join "order" on "order".id = of_order.order_id and "order".deleted_at is null
  where session.id = :id and session.deleted_at is null
  limit 1`

async function readSessionRow(knex: Knex, id: string): Promise<SessionRow | null> {
  const { rows } = await knex.raw<{ rows: SessionRow[] }>(SESSION, { id })
  return rows[0] ?? null
}

const FIELDS_OF_ORDER = [...new Set([...ORDER_STATE_FIELDS, ...ORDER_FIELDS])]

type Reading = { knex: Knex; query: Query }

/** Reads a session by its id, and these fields of its cart; null when there is none. */
export async function readSession<Cart extends CartRecord = CartRecord>(
  { knex, query }: Reading,
  sessionId: string,
  cartFields = CART_FIELDS
): Promise<SessionRead<Cart> | null> {
  const session = await readSessionRow(knex, sessionId)
  if (!session) {
    return null
  }
  const { id, status, raw_amount: amount } = session
  const cartId = session.cart_id ?? session.cart_of_order
  const orderId = session.order_id ?? session.order_of_cart
  const [cart, order] = await Promise.all([
    cartId
      ? readRow<Cart>(query, { entity: "cart", fields: cartFields, filters: { id: cartId } })
      : null,
    orderId
      ? readRow<OrderSide & CartRecord>(query, {
          entity: "order",
          fields: FIELDS_OF_ORDER,
          filters: { id: orderId },
        })
      : null,
  ])
  return { id, status, amount, cart, order }
}

/**
 * The order (its id) that stands on this session: it waits for its authorization, or was made of its cart
 * by somebody who did not come to ask for that. Null when there is none.
 */
export async function findOrderOfSession(knex: Knex, sessionId: string): Promise<string | null> {
  const session = await readSessionRow(knex, sessionId)
  if (session?.cart_id) {
    return session.order_id ?? session.order_of_cart
  }
  return session?.status === "pending_authorization" ? session.order_id : null
}

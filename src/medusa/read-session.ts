import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaNumber } from "../translation/medusa-rows"
import { readWholeCart, type WholeCart } from "./read-whole-cart"
import { readWholeOrder, type WholeOrder } from "./read-whole-order"

/** A payment session with its purchase, read on the server; nothing here comes from a browser. */
export type SessionRead = {
  id: string
  status: string
  amount: MedusaNumber
  cart: WholeCart | null
  order: WholeOrder | null
}

type SessionRow = {
  id: string
  status: string
  raw_amount: MedusaNumber
  cart_id: string | null
  order_id: string | null
  /** By core's own link between cart and order: an order's collection has no cart. */
  cart_of_order: string | null
  order_of_cart: string | null
}

// One statement instead of seven of `query.graph`: every operation of a checkout begins with it.
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

/** Reads a session by its id, with its cart and its order; null when there is none. */
export async function readSession(knex: Knex, sessionId: string): Promise<SessionRead | null> {
  const session = await readSessionRow(knex, sessionId)
  if (!session) {
    return null
  }
  const { id, status, raw_amount: amount } = session
  const cartId = session.cart_id ?? session.cart_of_order
  const orderId = session.order_id ?? session.order_of_cart
  const [cart, order] = await Promise.all([
    cartId ? readWholeCart(knex, cartId) : null,
    orderId ? readWholeOrder(knex, orderId) : null,
  ])
  return { id, status, amount, cart, order }
}

/**
 * Returns the order's id that depends on this session: it awaits its authorization, or another request completed its
 * cart. Null when there is none.
 */
export async function findOrderOfSession(knex: Knex, sessionId: string): Promise<string | null> {
  const session = await readSessionRow(knex, sessionId)
  if (session?.cart_id) {
    return session.order_id ?? session.order_of_cart
  }
  return session?.status === "pending_authorization" ? session.order_id : null
}

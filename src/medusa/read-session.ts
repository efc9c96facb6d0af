import { CART_FIELDS, type CartRecord } from "../translation/cart-to-snapshot"
import { ORDER_FIELDS } from "../translation/order-to-snapshot"
import type { MedusaNumber } from "../translation/priced-record"
import { ORDER_STANDING_FIELDS, type OrderSide } from "../translation/store-side"
import { findLinkedOrder } from "./read-store"
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
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  payment_collection?: { cart?: { id: string } | null; order?: { id: string } | null } | null
}

const SESSION_FIELDS = [
  "id",
  "status",
  "amount",
  "raw_amount",
  "payment_collection.cart.id",
  "payment_collection.order.id",
]

/** Reads a session by its id, and these fields of its cart; null when there is none. */
export async function readSession<Cart extends CartRecord = CartRecord>(
  query: Query,
  sessionId: string,
  cartFields = CART_FIELDS
): Promise<SessionRead<Cart> | null> {
  const session = await readRow<SessionRow>(query, {
    entity: "payment_session",
    fields: SESSION_FIELDS,
    filters: {
      id: sessionId,
    },
  })
  if (!session) {
    return null
  }
  const { cart, order } = session.payment_collection ?? {}
  const cartId = cart?.id ?? (order ? await findCartOfOrder(query, order.id) : null)
  return {
    id: session.id,
    status: session.status,
    amount: session.raw_amount ?? session.amount,
    cart: cartId
      ? await readRow<Cart>(query, { entity: "cart", fields: cartFields, filters: { id: cartId } })
      : null,
    order: await readOrderRow(query, { orderId: order?.id, cartId }),
  }
}

/**
 * The order (its id) that stands on this session: it waits for its authorization, or was made of its cart
 * by somebody who did not come to ask for that. Null when there is none.
 */
export async function findOrderOfSession(query: Query, sessionId: string): Promise<string | null> {
  const session = await readRow<SessionRow>(query, {
    entity: "payment_session",
    fields: SESSION_FIELDS,
    filters: {
      id: sessionId,
    },
  })
  const { cart, order } = session?.payment_collection ?? {}
  if (cart) {
    return order?.id ?? (await findLinkedOrder(query, cart.id))
  }
  return session?.status === "pending_authorization" ? (order?.id ?? null) : null
}

/** A collection that was made for an order, after an edit, knows no cart. */
async function findCartOfOrder(query: Query, orderId: string): Promise<string | null> {
  type Link = { cart_id: string }
  const link = await readRow<Link>(query, {
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  })
  return link?.cart_id ?? null
}

type OrderOf = { orderId: string | undefined; cartId: string | null }

const FIELDS_OF_ORDER = [...new Set([...ORDER_STANDING_FIELDS, ...ORDER_FIELDS])]

async function readOrderRow(
  query: Query,
  { orderId, cartId }: OrderOf
): Promise<SessionRead["order"]> {
  const id = orderId ?? (cartId ? await findLinkedOrder(query, cartId) : null)
  return id
    ? await readRow<OrderSide & CartRecord>(query, {
        entity: "order",
        fields: FIELDS_OF_ORDER,
        filters: { id },
      })
    : null
}

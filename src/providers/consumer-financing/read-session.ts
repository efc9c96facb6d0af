import { CART_FIELDS, type CartRecord } from "../../translation/cart-to-snapshot"
import { ORDER_FIELDS } from "../../translation/order-to-snapshot"
import type { MedusaNumber } from "../../translation/priced-record"
import { ORDER_STANDING_FIELDS, type OrderSide } from "../../translation/store-side"
import type { Needs } from "./needs"

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

/** Reads a session by its id, and these fields of its cart; null when there is none. */
export async function readSession<Cart extends CartRecord = CartRecord>(
  { query }: Needs,
  sessionId: string,
  cartFields = CART_FIELDS
): Promise<SessionRead<Cart> | null> {
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "status",
      "amount",
      "raw_amount",
      "payment_collection.cart.id",
      "payment_collection.order.id",
    ],
    filters: { id: sessionId },
  })
  const session = sessions[0] as SessionRow | undefined
  if (!session) {
    return null
  }
  const { cart, order } = session.payment_collection ?? {}
  const cartId = cart?.id ?? (order ? await findCartOfOrder(query, order.id) : null)
  return {
    id: session.id,
    status: session.status,
    amount: session.raw_amount ?? session.amount,
    cart: cartId ? await readCartRow<Cart>(query, cartId, cartFields) : null,
    order: await readOrderRow(query, { orderId: order?.id, cartId }),
  }
}

/**
 * The order (its id) that stands on this session: it waits for its authorization, or was made of its cart
 * by somebody who did not come to ask for that. Null when there is none.
 */
export async function findOrderOfSession(
  { query }: Needs,
  sessionId: string
): Promise<string | null> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "status", "payment_collection.cart.id", "payment_collection.order.id"],
    filters: { id: sessionId },
  })
  const session = data[0] as Omit<SessionRow, "amount"> | undefined
  const { cart, order } = session?.payment_collection ?? {}
  if (cart) {
    return order?.id ?? (await findOrderOfCart(query, cart.id)) ?? null
  }
  return session?.status === "pending_authorization" ? (order?.id ?? null) : null
}

/** A collection that was made for an order, after an edit, knows no cart. */
async function findCartOfOrder(query: Needs["query"], orderId: string): Promise<string | null> {
  const { data } = await query.graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  })
  return (data[0] as { cart_id: string } | undefined)?.cart_id ?? null
}

async function readCartRow<Cart extends CartRecord>(
  query: Needs["query"],
  cartId: string,
  fields: string[]
): Promise<Cart | null> {
  const { data } = await query.graph({ entity: "cart", fields, filters: { id: cartId } })
  return (data[0] as Cart | undefined) ?? null
}

type OrderOf = { orderId: string | undefined; cartId: string | null }

async function readOrderRow(
  query: Needs["query"],
  { orderId, cartId }: OrderOf
): Promise<SessionRead["order"]> {
  const id = orderId ?? (cartId ? await findOrderOfCart(query, cartId) : undefined)
  if (!id) {
    return null
  }
  const { data } = await query.graph({
    entity: "order",
    fields: [...new Set([...ORDER_STANDING_FIELDS, ...ORDER_FIELDS])],
    filters: { id },
  })
  return (data[0] as SessionRead["order"] | undefined) ?? null
}

async function findOrderOfCart(query: Needs["query"], cartId: string): Promise<string | undefined> {
  const { data } = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: cartId },
  })
  return (data[0] as { order_id: string } | undefined)?.order_id
}

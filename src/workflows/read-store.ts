import type { RemoteQueryFunction } from "@medusajs/framework/types"
import type { OrderSnapshot } from "../domain/order-snapshot"
import type { ConsumerFinancingModuleService } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import {
  CART_FIELDS,
  type CartReading,
  type CartRecord,
  readCart,
} from "../translation/cart-to-snapshot"
import {
  ORDER_PROGRESS_FIELDS,
  type OrderProgress,
  type OrderProgressRecord,
  readOrderProgress,
} from "../translation/order-progress"
import { cents } from "../domain/money"
import { readOrderSnapshot } from "../translation/order-to-snapshot"
import { REQUESTED_ORDER_FIELDS, type RequestedOrder } from "../translation/requested-order"
import { ORDER_STANDING_FIELDS, type CartSide, type OrderSide } from "../translation/standing"

type Query = Pick<RemoteQueryFunction, "graph">

/** A cart with its payment sessions, or null when it does not exist (any more). */
export async function readCartWithSessions(
  query: Query,
  cartId: string
): Promise<(CartRecord & CartSide) | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      ...CART_FIELDS,
      "payment_collection.id",
      "payment_collection.payment_sessions.*",
      "payment_collection.payments.*",
    ],
    filters: { id: cartId },
  })
  return (data[0] as (CartRecord & CartSide) | undefined) ?? null
}

/** The id of the order that a cart became, or null. */
export async function findOrderOfCart(query: Query, cartId: string): Promise<string | null> {
  const { data: links } = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: cartId },
  })
  return (links[0] as { order_id: string } | undefined)?.order_id ?? null
}

/** The order that a cart became, or null. */
export async function readOrderOfCart(query: Query, cartId: string): Promise<OrderSide | null> {
  const orderId = await findOrderOfCart(query, cartId)
  if (!orderId) {
    return null
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ORDER_STANDING_FIELDS,
    filters: { id: orderId },
  })
  return (data[0] as OrderSide | undefined) ?? null
}

/** How far an order got, and what it is worth now; null when it does not exist. */
export async function readProgressOfOrder(
  query: Query,
  orderId: string
): Promise<OrderProgress | null> {
  const { data } = await query.graph({
    entity: "order",
    fields: ORDER_PROGRESS_FIELDS,
    filters: { id: orderId },
  })
  const order = data[0] as OrderProgressRecord | undefined
  return order ? readOrderProgress(order) : null
}

/** A draft or order whose customer is asked to finance it; null when it does not exist (any more). */
export async function readRequestedOrder(
  query: Query,
  orderId: string
): Promise<RequestedOrder | null> {
  const { data } = await query.graph({
    entity: "order",
    fields: REQUESTED_ORDER_FIELDS,
    filters: { id: orderId },
  })
  return (data[0] as RequestedOrder | undefined) ?? null
}

type Whose = { financing: ConsumerFinancingModuleService; application: ApplicationRecord }

/** What the customer applied for, read from the cart or order, while it is still exactly that; else null. */
export async function readUnchangedSnapshot(
  query: Query,
  { financing, application }: Whose
): Promise<OrderSnapshot | null> {
  const reading = await readPurchase(query, application)
  return reading?.ok && financing.isUnchanged(application, reading.snapshot)
    ? reading.snapshot
    : null
}

async function readPurchase(
  query: Query,
  { cart_id, requested_order_id, financed_cents }: ApplicationRecord
): Promise<CartReading | null> {
  if (requested_order_id) {
    const order = await readRequestedOrder(query, requested_order_id)
    // Also once it is paid, and nothing is due any more.
    return order && readOrderSnapshot(order, cents(financed_cents))
  }
  const cart = cart_id ? await readCartWithSessions(query, cart_id) : null
  return cart && readCart(cart)
}

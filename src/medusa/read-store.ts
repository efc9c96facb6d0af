import type { OrderSnapshot } from "../domain/order-snapshot"
import type { ConsumerFinancingModuleService } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { BUYING_FIELDS, type BuyingRecord } from "../translation/buying"
import {
  CART_FIELDS,
  type CartReading,
  type CartRecord,
  readCart,
} from "../translation/cart-to-snapshot"
import { ORDER_PROGRESS_FIELDS, type OrderProgressRecord } from "../translation/order-progress"
import { LEDGER_FIELDS, type OrderRecord } from "../translation/ledger/read-order-ledger"
import { cents } from "../domain/money"
import { ORDER_FIELDS, readOrderSnapshot } from "../translation/order-to-snapshot"
import { REQUESTED_ORDER_FIELDS, type RequestedOrder } from "../translation/requested-order"
import { ORDER_STATE_FIELDS, type CartSide, type OrderSide } from "../translation/store-side"
import { type Query, readRow } from "./read-row"

/** These fields of a cart with its payment sessions, or null when it does not exist (any more). */
export async function readCartWithSessions<Cart extends CartRecord = CartRecord>(
  query: Query,
  cartId: string,
  cartFields = CART_FIELDS
): Promise<(Cart & CartSide) | null> {
  const ofPayments = [
    "payment_collection.id",
    "payment_collection.payment_sessions.*",
    "payment_collection.payments.*",
  ]
  return await readRow<Cart & CartSide>(query, {
    entity: "cart",
    fields: [...cartFields, ...ofPayments],
    filters: {
      id: cartId,
    },
  })
}

type OrderLink = { order_id: string }

/**
 * The id of the order that a cart became, or null. Core links it to the cart and to the cart's payments
 * side by side: a process that died in between may have left either one alone.
 */
export async function findOrderOfCart(query: Query, cartId: string): Promise<string | null> {
  return (await findLinkedOrder(query, cartId)) ?? (await findOrderOfPayments(query, cartId))
}

/** The same by the link alone that core goes by. */
export async function findLinkedOrder(query: Query, cartId: string): Promise<string | null> {
  const link = await readRow<OrderLink>(query, {
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: cartId },
  })
  return link?.order_id ?? null
}

async function findOrderOfPayments(query: Query, cartId: string): Promise<string | null> {
  type Cart = { payment_collection?: { id: string } | null }
  const cart = await readRow<Cart>(query, {
    entity: "cart",
    fields: ["payment_collection.id"],
    filters: { id: cartId },
  })
  if (!cart?.payment_collection) {
    return null
  }
  const link = await readRow<OrderLink>(query, {
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: {
      payment_collection_id: cart.payment_collection.id,
    },
  })
  return link?.order_id ?? null
}

/** The order that a cart became, or null. */
export async function readOrderOfCart(query: Query, cartId: string): Promise<OrderSide | null> {
  const orderId = await findOrderOfCart(query, cartId)
  return orderId === null ? null : await readOrder(query, orderId)
}

/** What stands on an order, and pays for it; null when it does not exist. */
export async function readOrder(query: Query, orderId: string): Promise<OrderSide | null> {
  return await readRow<OrderSide>(query, {
    entity: "order",
    fields: ORDER_STATE_FIELDS,
    filters: { id: orderId },
  })
}

/** An order with everything that is decided by: read once, and handed to whoever looks at a part of it. */
export type WholeOrder = OrderRecord & OrderSide & OrderProgressRecord & CartRecord

const WHOLE_ORDER_FIELDS = [
  ...new Set([...LEDGER_FIELDS, ...ORDER_STATE_FIELDS, ...ORDER_PROGRESS_FIELDS, ...ORDER_FIELDS]),
]

/** Null when it does not exist. */
export async function readWholeOrder(query: Query, orderId: string): Promise<WholeOrder | null> {
  return await readRow<WholeOrder>(query, {
    entity: "order",
    fields: WHOLE_ORDER_FIELDS,
    filters: { id: orderId },
  })
}

/** A draft or order whose customer is asked to finance it; null when it does not exist (any more). */
export async function readRequestedOrder(
  query: Query,
  orderId: string
): Promise<RequestedOrder | null> {
  return await readRow<RequestedOrder>(query, {
    entity: "order",
    fields: REQUESTED_ORDER_FIELDS,
    filters: { id: orderId },
  })
}

/** Who buys what with an order; nobody and nothing when it does not exist. */
export async function readBuyer(query: Query, orderId: string): Promise<BuyingRecord> {
  return (
    (await readRow<BuyingRecord>(query, {
      entity: "order",
      fields: BUYING_FIELDS,
      filters: { id: orderId },
    })) ?? {}
  )
}

type Whose = { financing: ConsumerFinancingModuleService; application: ApplicationRecord }

/** What the customer applied for, read from the cart or order, while it is still exactly that; else null. */
export async function readUnchangedSnapshot(
  query: Query,
  { financing, application }: Whose
): Promise<OrderSnapshot | null> {
  const reading = await readPurchase(query, application)
  return reading?.ok && financing.fingerprints.isUnchanged(application, reading.snapshot)
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

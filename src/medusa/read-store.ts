import type { MedusaContainer, RemoteQueryFunction } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { COMPLETION_TAKES } from "../domain/check"
import type { OrderSnapshot } from "../domain/order-snapshot"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import {
  PURCHASE_FACTS_FIELDS,
  type PurchaseFactsRecord,
  hasExclusions,
  toLimits,
} from "../translation/purchase-facts"
import { type CartReading, readCart } from "../translation/cart-to-snapshot"
import { readOrderSnapshot } from "../translation/order-to-snapshot"
import { readWholeCart } from "./read-whole-cart"
import { readWholeOrder } from "./read-whole-order"

type Query = Pick<RemoteQueryFunction, "graph">

type RowRequest = {
  entity: Parameters<Query["graph"]>[0]["entity"]
  fields: string[]
  filters: Record<string, unknown>
  pagination?: { take: number; skip: number; order: Record<string, "ASC" | "DESC"> }
}

/** Returns the first core row for these filters; null when there is none. */
export async function readRow<Row>(
  container: MedusaContainer,
  request: RowRequest
): Promise<Row | null> {
  return (await readRows<Row>(container, request))[0] ?? null
}

/** Returns the core rows for these filters. */
export async function readRows<Row>(
  container: MedusaContainer,
  request: RowRequest
): Promise<Row[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph(request)
  return data as Row[]
}

/** Returns the shop's name for shoppers; null if it has none. */
export async function readShopName(container: MedusaContainer): Promise<string | null> {
  const store = { entity: "store" as const, fields: ["name"], filters: {} }
  return (await readRow<{ name: string }>(container, store))?.name ?? null
}

/** Returns the ids of the core rows for these filters. */
export async function readIds(
  container: MedusaContainer,
  request: Omit<RowRequest, "fields">
): Promise<string[]> {
  const rows = await readRows<{ id: string }>(container, { ...request, fields: ["id"] })
  return rows.map(({ id }) => id)
}

/** Returns the ids of the carts that became an order. */
export async function findCartsOfOrder(knex: Knex, order_id: string): Promise<string[]> {
  return await knex("order_cart").where({ order_id, deleted_at: null }).pluck<string[]>("cart_id")
}

/** Returns the id of the order that a fulfillment belongs to. */
export async function findOrderOfFulfillment(
  container: MedusaContainer,
  fulfillmentId: string
): Promise<string | undefined> {
  const link = await readRow<{ order_id: string }>(container, {
    entity: "order_fulfillment",
    fields: ["order_id"],
    filters: { fulfillment_id: fulfillmentId },
  })
  return link?.order_id
}

/** Channels to write to a customer. */
export const CUSTOMER_CHANNELS = ["email", "sms"] as const
export type CustomerChannel = (typeof CUSTOMER_CHANNELS)[number]

/** Returns the channels with a notification provider, which Medusa's module does not reveal. */
export async function readNotificationChannels(container: MedusaContainer): Promise<Set<string>> {
  if (!container.hasRegistration(Modules.NOTIFICATION)) return new Set()
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await knex("notification_provider")
    .where({ is_enabled: true, deleted_at: null })
    .select<{ channels: string[] }[]>("channels")
  return new Set(rows.flatMap(({ channels }) => channels))
}

/** Returns the channels by which the shop can write to customers. */
export async function readCustomerChannels(container: MedusaContainer): Promise<CustomerChannel[]> {
  const known = await readNotificationChannels(container)
  return CUSTOMER_CHANNELS.filter((channel) => known.has(channel))
}

type Found = { rows: { order_id: string | null }[] }

const LINKED = `
  select order_id from order_cart where cart_id = :cartId and deleted_at is null limit 1`

const OF_PAYMENTS = `
  select of_order.order_id from cart_payment_collection of_cart
  join order_payment_collection of_order
    on of_order.payment_collection_id = of_cart.payment_collection_id and of_order.deleted_at is null
  where of_cart.cart_id = :cartId and of_cart.deleted_at is null limit 1`

/**
 * Returns a cart's order, or null. Core links the order to the cart and to its payments concurrently, so a process
 * that died may have created only one link.
 */
export async function findOrderOfCart(knex: Knex, cartId: string): Promise<string | null> {
  const { rows } = await knex.raw<Found>(
    `select coalesce((${LINKED}), (${OF_PAYMENTS})) as order_id`,
    { cartId }
  )
  return rows[0]?.order_id ?? null
}

/** Seconds after which an order with an unanswered session is no longer being placed. */
const PLACING_ENDS = `created_at < now() - make_interval(secs => ${COMPLETION_TAKES})`

const PAID = `
  select 1 from order_payment_collection of_order
  join payment on payment.payment_collection_id = of_order.payment_collection_id
  where of_order.order_id = "order".id and of_order.deleted_at is null and payment.deleted_at is null`

const UNANSWERED = `
  select 1 from cart_payment_collection of_cart
  join payment_session session on session.payment_collection_id = of_cart.payment_collection_id
  where of_cart.cart_id = :cartId and of_cart.deleted_at is null and session.deleted_at is null
    and session.status in ('pending', 'requires_more')`

/**
 * Returns the order of a cart, or `knownId`, once core cannot revert it; else null. One statement, because between
 * two reads core may place the order, or revert it and end its lease.
 */
export async function findPlacedOrder(
  knex: Knex,
  { cartId, knownId }: { cartId: string | null; knownId: string | null }
): Promise<string | null> {
  const { rows } = await knex.raw<Found>(
    `select id as order_id from "order"
     where id = coalesce((${LINKED}), (${OF_PAYMENTS}), :knownId) and deleted_at is null
       and not exists (
         select 1 from financing_lease where id = 'complete:' || :cartId and expires_at > now())
       and (${PLACING_ENDS} or exists (${PAID}) or not exists (${UNANSWERED}))`,
    { cartId, knownId }
  )
  return rows[0]?.order_id ?? null
}

/** Returns a cart's order by the only link that core uses. */
export async function findLinkedOrder(knex: Knex, cartId: string): Promise<string | null> {
  const { rows } = await knex.raw<Found>(LINKED, { cartId })
  return rows[0]?.order_id ?? null
}

type CartOrOrder = {
  entity: "cart" | "order"
  row: { id: string; currency_code?: string | null }
}

/** Reads the customer and products of a cart or order if the settings exclude any; otherwise only its amount. */
export async function readBuyer(
  container: MedusaContainer,
  cartOrOrder: CartOrOrder
): Promise<PurchaseFactsRecord> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return await queryBuyer(query, container.resolve(CONSUMER_FINANCING), cartOrOrder)
}

/** The same for the provider, whose container has no modules. */
export async function queryBuyer(
  query: Query,
  { options }: Pick<ConsumerFinancingModuleService, "options">,
  { entity, row: { id, currency_code } }: CartOrOrder
): Promise<PurchaseFactsRecord> {
  if (!hasExclusions(toLimits(options))) {
    return { currency_code }
  }
  const { data } = await query.graph({ entity, fields: PURCHASE_FACTS_FIELDS, filters: { id } })
  return (data[0] as PurchaseFactsRecord | undefined) ?? {}
}

/** Reads the application's purchase from the cart or order if it is unchanged; else null. */
export async function readUnchangedSnapshot(
  financing: ConsumerFinancingModuleService,
  application: ApplicationRecord
): Promise<OrderSnapshot | null> {
  const reading = await readPurchase(financing.context.knex, application)
  return matchSnapshot(financing, application, reading)
}

/** Returns the snapshot of a cart or order that still matches the application; else null. */
export function matchSnapshot(
  { fingerprints }: Pick<ConsumerFinancingModuleService, "fingerprints">,
  application: ApplicationRecord,
  reading: CartReading | null
): OrderSnapshot | null {
  return reading?.ok && fingerprints.isUnchanged(application, reading.snapshot)
    ? reading.snapshot
    : null
}

async function readPurchase(
  knex: Knex,
  application: ApplicationRecord
): Promise<CartReading | null> {
  const { cart_id, order_id, requested_order_id } = application
  const cart = cart_id ? await readWholeCart(knex, cart_id) : null
  if (cart) return readCart(cart)
  // Shops delete old carts; the order, even a paid one, contains the purchase.
  const orderId = requested_order_id ?? order_id
  const order = orderId ? await readWholeOrder(knex, orderId) : null
  return order && readOrderSnapshot(order, application)
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ENDED_WITHOUT_LOAN } from "../domain/application-state"
import { roundToCents } from "../domain/money"
import type { MessageFacts } from "../domain/order-message"
import { HARMLESS_CAUSES } from "../domain/review-causes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { readRows } from "./read-store"
import {
  AUTHORIZED,
  CREDIT,
  ENDED,
  HOLDS_GOODS,
  IS_ALL_BACK,
  IS_LEFT,
  IS_PLACED_LEFT,
  IS_UNFULFILLED,
} from "./order-conditions"
import { toCents as exactCents, toDecimal } from "../translation/amount"
import { type NumberedOrder, ORDER_NUMBER_FIELDS, orderNumberOf } from "../translation/medusa-rows"

type Address = { first_name?: string | null; last_name?: string | null } | null
type Fulfillment = {
  shipped_at?: string | null
  delivered_at?: string | null
  canceled_at?: string | null
}
type Summary = {
  pending_difference?: number | null
  transaction_total?: number | null
  refunded_total?: number | null
}
/** An order, or a cart with the first five. */
type OrderRow = NumberedOrder & {
  id: string
  email?: string | null
  customer_id?: string | null
  shipping_address?: Address
  billing_address?: Address
  canceled_at?: string | null
  fulfillments?: (Fulfillment | null)[]
  total?: number | null
  summary?: Summary | null
}

/** An application's purchase and its progress in Medusa, as its message needs it; nothing is stored. */
export type PurchaseSummary = Pick<
  MessageFacts,
  | "hasShipped"
  | "hasShippedSome"
  | "isUnfulfilled"
  | "isPaidPartLeft"
  | "total"
  | "owed"
  | "comingBack"
  | "isPaidInPart"
  | "isHeldByOther"
  | "credit"
  | "isOtherRefunded"
> & {
  orderNumber: string | null
  email: string | null
  name: string | null
  customerId: string | null
  isCancelled: boolean
  /** When the last goods left; null while some are left. */
  shippedAt: string | null
  /** Medusa does not cancel an order with a fulfillment. */
  isPacked: boolean
}

const OF_ANYBODY = [
  "id",
  "email",
  "customer_id",
  "shipping_address.first_name",
  "shipping_address.last_name",
  "billing_address.first_name",
  "billing_address.last_name",
]
const OF_ORDERS = [
  ...OF_ANYBODY,
  ...ORDER_NUMBER_FIELDS,
  "canceled_at",
  "fulfillments.shipped_at",
  "fulfillments.delivered_at",
  "fulfillments.canceled_at",
  // Makes Medusa deduct requested returns from what is pending.
  "total",
  "summary.*",
]

/** The columns of an application that its purchase is found by and compared with. */
export const OWNER_COLUMNS = [
  "id",
  "cart_id",
  "order_id",
  "requested_order_id",
  "state",
  "financed_cents",
  "refunded_cents",
  "seen_captured_cents",
  "seen_refunded_cents",
] as const
export type PurchaseOwner = Pick<ApplicationRecord, (typeof OWNER_COLUMNS)[number]>

/** Summarizes the purchases of applications from their orders, else their carts. */
export async function readPurchaseSummaries(
  scope: MedusaContainer,
  applications: readonly PurchaseOwner[]
): Promise<(application: PurchaseOwner) => PurchaseSummary> {
  const orderIds = applications.flatMap((application) => orderIdOf(application) ?? [])
  const cartIds = applications.flatMap((application) =>
    orderIdOf(application) ? [] : (application.cart_id ?? [])
  )
  const read = async (entity: "order" | "cart", ids: string[]) => {
    const fields = entity === "order" ? OF_ORDERS : OF_ANYBODY
    const request = { entity, fields, filters: { id: [...new Set(ids)] } }
    const rows = ids.length === 0 ? [] : await readRows<OrderRow>(scope, request)
    return new Map(rows.map((row) => [row.id, row]))
  }
  const [orders, carts, progress] = await Promise.all([
    read("order", orderIds),
    read("cart", cartIds),
    readProgress(scope, orderIds),
  ])
  return (application) => {
    const order = orders.get(orderIdOf(application) ?? "")
    const { authorized = [], loans = [], ...goods } = progress.get(order?.id ?? "") ?? NO_ORDER
    const summary = order?.summary
    const elsewhere = authorized
      .filter((payment) => payment.application_id !== application.id)
      .reduce((sum, { cents }) => sum + cents, 0)
    const captured = loans.reduce((sum, loan) => sum + loan.dead_captured, 0)
    const refunded = loans.reduce((sum, loan) => sum + loan.dead_refunded, 0)
    const dead = captured - refunded
    const refundedElsewhere =
      (toCents(summary?.refunded_total) ?? 0) - refunded - (application.seen_refunded_cents ?? 0)
    const signed = signedOf(application)
    const amounts = readAmounts(order, { dead, elsewhere, signed })
    return {
      ...toPurchaseSummary(order ?? carts.get(application.cart_id ?? ""), goods),
      ...amounts,
      isPaidInPart: (toCents(summary?.transaction_total) ?? 0) - dead + elsewhere > 1,
      // Goods of the order as it was placed are paid for first.
      isPaidPartLeft: (amounts.owed ?? 0) <= signed || goods.is_placed_left,
      isHeldByOther: loans.some(({ id, holds_goods }) => holds_goods && id !== application.id),
      credit: goods.credit,
      isOtherRefunded: refundedElsewhere > 1 && goods.credit > 0,
    }
  }
}

/** What an application is still to pay, in cents; 0 once it was captured or came to nothing. */
function signedOf({
  state,
  seen_captured_cents,
  financed_cents,
  refunded_cents,
}: PurchaseOwner): number {
  const isOver = ENDED_WITHOUT_LOAN.includes(state) || (seen_captured_cents ?? 0) > 0
  return isOver ? 0 : financed_cents - refunded_cents
}

/** Cents: captured by loans that came to nothing, authorized by other payments, and signed by this one. */
type Covered = { dead: number; elsewhere: number; signed: number }

/**
 * Reads the order's total, and what no other payment covers, in cents; null if there is no order. Goods on their way back
 * are not due, and are no credit before they arrive: the total is without them as far as they are not paid for.
 */
function readAmounts(order: OrderRow | undefined, { dead, elsewhere, signed }: Covered) {
  const total = toCents(order?.total)
  const { transaction_total, pending_difference } = order?.summary ?? {}
  if (total === null || pending_difference == null) return { total, owed: null, comingBack: 0 }
  // Rounded once, as by Medusa: a sum of rounded amounts differs by a cent.
  const unpaid = dead + exactCents(toDecimal(order?.total).minus(toDecimal(transaction_total ?? 0)))
  const pending = dead + exactCents(pending_difference)
  // Medusa computes taxes in fractions of a cent.
  if (unpaid <= 0) return { total, owed: unpaid < -1 ? unpaid : 0, comingBack: 0 }
  const left = Math.max(0, unpaid - elsewhere)
  const owed = Math.max(0, pending - elsewhere, Math.min(left, signed))
  const comingBack = left - owed
  return { total: total - comingBack, owed, comingBack }
}

type Goods = {
  is_left: boolean
  is_unfulfilled: boolean
  is_placed_left: boolean
  is_all_back: boolean
  credit: number
}
type Progress = Goods & {
  order_id: string
  /** Authorized payments that are not captured; without an application another provider's. */
  authorized: { application_id: string | null; cents: number }[]
  /** Every application of the order, and what Medusa captured and refunded by those that came to nothing. */
  loans: { id: string; holds_goods: boolean; dead_captured: number; dead_refunded: number }[]
}

const NO_ORDER: Goods & Partial<Progress> = {
  is_left: true,
  is_unfulfilled: false,
  is_placed_left: false,
  is_all_back: false,
  credit: 0,
}

async function readProgress(
  scope: MedusaContainer,
  orderIds: string[]
): Promise<Map<string, Progress>> {
  if (orderIds.length === 0) return new Map()
  const { knex } = scope.resolve(CONSUMER_FINANCING).context
  const { rows } = await knex.raw<{ rows: Progress[] }>(
    `select id as order_id, ${IS_LEFT} as is_left, ${IS_UNFULFILLED} as is_unfulfilled,
            ${IS_PLACED_LEFT} as is_placed_left,
            ${IS_ALL_BACK} as is_all_back, ${CREDIT} as credit,
            (select coalesce(json_agg(json_build_object(
                      'application_id', session.application_id,
                      'cents', cast(round(100 * (payment.amount - captured)) as int))), '[]')
               from ${AUTHORIZED}) as authorized,
            (select coalesce(json_agg(json_build_object(
                      'id', loan.id,
                      'holds_goods', ${HOLDS_GOODS},
                      'dead_captured', case when loan.state in (${ENDED}) then coalesce(seen_captured_cents, 0) else 0 end,
                      'dead_refunded', case when loan.state in (${ENDED}) then coalesce(seen_refunded_cents, 0) else 0 end)), '[]')
               from financing_application as loan
              where loan.order_id = "order".id and loan.deleted_at is null) as loans
       from "order" where id = any(:orderIds)`,
    { orderIds, harmless: HARMLESS_CAUSES }
  )
  return new Map(rows.map((row) => [row.order_id, row]))
}

const orderIdOf = ({ order_id, requested_order_id }: PurchaseOwner) =>
  order_id ?? requested_order_id

function toPurchaseSummary(row: OrderRow | undefined, goods: Goods) {
  const { is_left, is_unfulfilled, is_all_back } = goods
  const packed = (row?.fulfillments ?? []).filter(
    (fulfillment) => fulfillment && !fulfillment.canceled_at
  )
  const shipped = packed
    .flatMap((one) => one?.shipped_at ?? one?.delivered_at ?? [])
    .map((moment) => new Date(moment).toISOString())
    .sort()
  const hasShipped = !is_left
  const hasLeft = packed.length > 0 && (hasShipped || shipped.length > 0)
  return {
    orderNumber: orderNumberOf(row),
    email: row?.email ?? null,
    name: nameOf(row?.shipping_address) ?? nameOf(row?.billing_address),
    customerId: row?.customer_id ?? null,
    isCancelled: Boolean(row?.canceled_at),
    hasShipped,
    hasShippedSome: hasLeft && !is_all_back,
    isUnfulfilled: hasShipped && is_unfulfilled,
    shippedAt: hasShipped ? (shipped.at(-1) ?? null) : null,
    isPacked: packed.length > 0,
  }
}

const toCents = (dollars: number | null | undefined): number | null =>
  dollars == null ? null : roundToCents(Number(dollars))

function nameOf(address: Address | undefined): string | null {
  return [address?.first_name, address?.last_name].filter(Boolean).join(" ") || null
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ENDED_WITHOUT_LOAN } from "../domain/application-state"
import { roundToCents } from "../domain/money"
import { HARMLESS_CAUSES } from "../domain/review-causes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import {
  awaitsNoDecision,
  type Shipping,
} from "../modules/consumer-financing/operations/read-overview"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { type NumberedOrder, ORDER_NUMBER_FIELDS, orderNumberOf } from "../translation/medusa-rows"

type Address = { first_name?: string | null; last_name?: string | null } | null
type Whose = {
  id: string
  email?: string | null
  customer_id?: string | null
  shipping_address?: Address
  billing_address?: Address
}
type Fulfillment = {
  shipped_at?: string | null
  delivered_at?: string | null
  canceled_at?: string | null
}
type Summary = {
  pending_difference?: number | null
  transaction_total?: number | null
  refunded_total?: number | null
  credit_line_total?: number | null
}
type OrderRow = Whose &
  NumberedOrder & {
    canceled_at?: string | null
    fulfillments?: (Fulfillment | null)[]
    total?: number | null
    summary?: Summary | null
  }

/** An application's purchase and its progress in Medusa; nothing is stored. */
export type PurchaseSummary = {
  orderNumber: string | null
  email: string | null
  name: string | null
  customerId: string | null
  isCancelled: boolean
  /** All goods have left, or some. Handed over without a shipment counts, and so do fulfilled ones that need none. */
  hasShipped: boolean
  hasShippedSome: boolean
  /** The goods that have not left are worth more than what is owed. */
  isPaidPartLeft: boolean
  /** When the last goods left; null while some are left. */
  shippedAt: string | null
  /** Medusa does not cancel an order with a fulfillment. */
  isPacked: boolean
  /**
   * The order's total, and what no other payment covers, in cents; null without an order. Goods on their way back are
   * not due, and are no credit before they arrive.
   */
  total: number | null
  owed: number | null
  /** Another loan of the order needs a decision that holds its goods back. */
  isHeldByOther: boolean
  /** Another payment of the order was refunded, or a part of it, without taking goods out of the order. */
  isOtherRefunded: boolean
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

type Of = Pick<ApplicationRecord, "id" | "cart_id" | "order_id" | "requested_order_id"> &
  Partial<Pick<ApplicationRecord, "seen_refunded_cents">>

/** Summarizes the purchases of applications from their orders, else their carts. */
export async function readPurchaseSummaries(
  scope: MedusaContainer,
  applications: readonly Of[]
): Promise<(application: Of) => PurchaseSummary> {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const orderIds = applications.flatMap((one) => orderIdOf(one) ?? [])
  const cartIds = applications.flatMap((one) => (orderIdOf(one) ? [] : (one.cart_id ?? [])))
  const read = async <Row extends Whose>(entity: "order" | "cart", ids: string[]) => {
    if (ids.length === 0) return new Map<string, Row>()
    const fields = entity === "order" ? OF_ORDERS : OF_ANYBODY
    const filters = { id: [...new Set(ids)] }
    const { data } = await query.graph({ entity, fields, filters })
    return new Map((data as Row[]).map((row) => [row.id, row]))
  }
  const [orders, carts, progress] = await Promise.all([
    read<OrderRow>("order", orderIds),
    read<OrderRow>("cart", cartIds),
    readProgress(scope, orderIds),
  ])
  return (application) => {
    const order = orders.get(orderIdOf(application) ?? "")
    const {
      is_left = false,
      left_cents = null,
      authorized = [],
      loans = [],
    } = progress.get(order?.id ?? "") ?? {}
    const summary = order?.summary
    const elsewhere = authorized
      .filter((payment) => payment.application_id !== application.id)
      .reduce((sum, { cents }) => sum + cents, 0)
    const captured = loans.reduce((sum, one) => sum + one.dead_captured, 0)
    const refunded = loans.reduce((sum, one) => sum + one.dead_refunded, 0)
    const paid = (toCents(summary?.transaction_total) ?? 0) - captured + refunded
    const refundedElsewhere =
      (toCents(summary?.refunded_total) ?? 0) - refunded - (application.seen_refunded_cents ?? 0)
    const owed = owedOf(order, { paid, elsewhere, dead: captured - refunded })
    return {
      ...toPurchaseSummary(order ?? carts.get(application.cart_id ?? ""), is_left),
      owed,
      isPaidPartLeft: left_cents === null || left_cents > (owed ?? 0),
      isHeldByOther: loans.some(({ id, holds_goods }) => holds_goods && id !== application.id),
      isOtherRefunded: refundedElsewhere > 1 && Number(summary?.credit_line_total ?? 0) > 0,
    }
  }
}

/** Cents. `dead`: what Medusa counts as paid by loans that came to nothing, which `paid` does not include. */
type Covered = { paid: number; elsewhere: number; dead: number }

function owedOf(order: OrderRow | undefined, { paid, elsewhere, dead }: Covered): number | null {
  const pending = toCents(order?.summary?.pending_difference)
  if (pending === null) return null
  if (pending + dead > 0) return Math.max(0, pending + dead - elsewhere)
  const credit = (toCents(order?.total) ?? 0) - paid
  // Medusa computes taxes in fractions of a cent.
  return credit < -1 ? credit : 0
}

const LINES = `order_item as item join order_line_item as line on line.id = item.item_id
  where item.order_id = "order".id and item.version = "order".version and item.deleted_at is null`

/** Whether goods of an "order" have not left yet; without goods to ship, whether lines are not fulfilled yet. */
const IS_LEFT = `case
  when exists (select 1 from ${LINES} and line.requires_shipping)
  then exists (select 1 from ${LINES} and line.requires_shipping
                  and item.quantity > greatest(item.shipped_quantity, item.delivered_quantity))
  else exists (select 1 from ${LINES} and item.quantity > item.fulfilled_quantity) end`

/** Cents without taxes of goods of an "order" that have not left; null without goods to ship. */
const LEFT_CENTS = `(
  select cast(round(sum(100 * coalesce(item.unit_price, line.unit_price)
           * (item.quantity - greatest(item.shipped_quantity, item.delivered_quantity)))) as float8)
    from ${LINES} and line.requires_shipping)`

/** What Medusa counts as due on an "order", in dollars; only captures are deducted. */
const PENDING = `(
  select cast(totals ->> 'pending_difference' as numeric) from order_summary as summary
   where summary.order_id = "order".id and summary.version = "order".version
     and summary.deleted_at is null limit 1)`

const ENDED = ENDED_WITHOUT_LOAN.map((state) => `'${state}'`).join(", ")

/** A loan that pays for a part of its order, or did, and needs a decision before goods leave. */
const HOLDS_GOODS = `(loan.paid_out_at is not null or loan.state not in (${ENDED}, 'refunded'))
  and not (loan.state = 'ready-to-settle' and coalesce(loan.seen_captured_cents, 0) = 0
           and ${PENDING} <= 0)
  and exists (
    select 1 from financing_review_case as held
     where held.application_id = loan.id and held.deleted_at is null
       and held.cause <> all(:harmless)
       and not (held.cause = 'order-edit' and loan.state <> 'ready-to-settle')
       and not (held.cause = 'doubt' and exists (
         select 1 from financing_operation as call
          where call.application_id = loan.id and call.deleted_at is null
            and call.kind = 'settle' and call.outcome in ('intended', 'in-doubt'))))`

/** Payments of an "order" that are authorized and not captured, and what was captured of them. */
const AUTHORIZED = `order_payment_collection as link
  join payment on payment.payment_collection_id = link.payment_collection_id
   and payment.canceled_at is null and payment.captured_at is null and payment.deleted_at is null
 cross join lateral (
   select coalesce(sum(amount), 0) as captured from capture
    where payment_id = payment.id and deleted_at is null) as so_far
  left join financing_session as session
    on session.payment_session_id = payment.payment_session_id and session.deleted_at is null
  left join financing_application as loan on loan.id = session.application_id
 where link.order_id = "order".id and link.deleted_at is null
   and coalesce(loan.state, 'ready-to-settle') not in (${ENDED})`

type Progress = {
  order_id: string
  is_left: boolean
  left_cents: number | null
  /** Authorized payments that are not captured; without an application another provider's. */
  authorized: { application_id: string | null; cents: number }[]
  /** Every application of the order, and what Medusa captured and refunded by those that came to nothing. */
  loans: { id: string; holds_goods: boolean; dead_captured: number; dead_refunded: number }[]
}

async function readProgress(
  scope: MedusaContainer,
  orderIds: string[]
): Promise<Map<string, Progress>> {
  if (orderIds.length === 0) return new Map()
  const { knex } = scope.resolve(CONSUMER_FINANCING).context
  const { rows } = await knex.raw<{ rows: Progress[] }>(
    `select id as order_id, ${IS_LEFT} as is_left, ${LEFT_CENTS} as left_cents,
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

/** An edit made a paid "order" cheaper: what it still has may be shipped. */
const IS_CHEAPER = `state <> 'ready-to-settle' and ${PENDING} < 0
  and not exists (
    select 1 from financing_review_case as other
     where other.application_id = application.id and other.deleted_at is null
       and other.cause not in ('order-edit', 'order-id'))`

/** Whether more is owed for an "order" than its goods are worth that have not left: all paid ones have. */
const IS_UNPAID_LEFT = `coalesce(${LEFT_CENTS} <= 100 * (${PENDING}
  - (select coalesce(sum(payment.amount - captured), 0) from ${AUTHORIZED})
  - (select coalesce(sum(item.return_requested_quantity
              * coalesce(item.unit_price, line.unit_price)), 0) from ${LINES})), false)`

/** Whether anything is due from a signed application. */
const IS_DUE = `coalesce(seen_purchase_state, '') not in
  ('nothing', 'order-paid-otherwise', 'cancelled-order', 'order-without-live-payment')`

/** Finds signed applications whose orders have shipped in full, and signed or paid ones whose goods may leave. */
export async function readShipping(scope: MedusaContainer): Promise<Shipping> {
  const { context, options } = scope.resolve(CONSUMER_FINANCING)
  const { rows } = await context.knex.raw<{ rows: { id: string; has_shipped: boolean }[] }>(
    `select id, has_shipped from (
       select application.id, state <> 'ready-to-settle' as is_paid,
              state <> 'ready-to-settle' and ${IS_UNPAID_LEFT} as is_unpaid,
              exists (
                select 1 from order_fulfillment as link
                  join fulfillment on fulfillment.id = link.fulfillment_id
                 where link.order_id = application.order_id and link.deleted_at is null
                   and fulfillment.canceled_at is null
                   and fulfillment.deleted_at is null) and not ${IS_LEFT} as has_shipped
         from financing_application as application
         join "order" on "order".id = application.order_id and "order".canceled_at is null
        where application.deleted_at is null and environment = :environment
          and (${awaitsNoDecision("application.id")} or (${IS_CHEAPER}))
          and not exists (
            select 1 from financing_application as loan
             where loan.order_id = application.order_id and loan.id <> application.id
               and loan.deleted_at is null and ${HOLDS_GOODS})
          and ((state = 'ready-to-settle' and ${IS_DUE})
            or (state in ('settling', 'funded', 'partly-refunded')
              and coalesce(ready_at, application.created_at) > now() - interval '90 days'))
     ) as signed
      where not (has_shipped and is_paid) and not is_unpaid`,
    { environment: options.environment, harmless: HARMLESS_CAUSES }
  )
  const idsOf = (hasShipped: boolean) =>
    rows.filter(({ has_shipped }) => has_shipped === hasShipped).map(({ id }) => id)
  return { shipped: idsOf(true), unshipped: idsOf(false) }
}

const orderIdOf = ({ order_id, requested_order_id }: Of) => order_id ?? requested_order_id

function toPurchaseSummary(
  row: OrderRow | undefined,
  isLeft: boolean
): Omit<PurchaseSummary, "owed" | "isPaidPartLeft" | "isHeldByOther" | "isOtherRefunded"> {
  const packed = (row?.fulfillments ?? []).filter((one) => one && !one.canceled_at)
  const shipped = packed
    .flatMap((one) => one?.shipped_at ?? one?.delivered_at ?? [])
    .map((moment) => new Date(moment).toISOString())
    .sort()
  const hasShipped = packed.length > 0 && !isLeft
  return {
    orderNumber: orderNumberOf(row),
    email: row?.email ?? null,
    name: nameOf(row?.shipping_address) ?? nameOf(row?.billing_address),
    customerId: row?.customer_id ?? null,
    isCancelled: Boolean(row?.canceled_at),
    hasShipped,
    hasShippedSome: hasShipped || shipped.length > 0,
    shippedAt: hasShipped ? (shipped.at(-1) ?? null) : null,
    isPacked: packed.length > 0,
    total: toCents(row?.total),
  }
}

const toCents = (dollars: number | null | undefined): number | null =>
  dollars == null ? null : roundToCents(Number(dollars))

function nameOf(address: Address | undefined): string | null {
  return [address?.first_name, address?.last_name].filter(Boolean).join(" ") || null
}

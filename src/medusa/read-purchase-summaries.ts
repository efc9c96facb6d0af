import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ENDED_WITHOUT_LOAN } from "../domain/application-state"
import { roundToCents } from "../domain/money"
import { HARMLESS_CAUSES } from "../domain/review-causes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { AUTHORIZED, ENDED, HOLDS_GOODS, IS_ALL_BACK, IS_LEFT } from "./order-conditions"
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
  /** The customer has returned all that had left. */
  isAllBack: boolean
  /** A unit of the goods that have not left is paid for. */
  isPaidPartLeft: boolean
  /** When the last goods left; null while some are left. */
  shippedAt: string | null
  /** Medusa does not cancel an order with a fulfillment. */
  isPacked: boolean
  /**
   * The order's total, and what no other payment covers, in cents; null without an order. Goods on their way back are
   * not due, and are no credit before they arrive: the total is without them as far as they are not paid for.
   */
  total: number | null
  owed: number | null
  comingBack: number
  /** Payments cover something, apart from what is signed only and what came to nothing. */
  isPaidInPart: boolean
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

type Of = Pick<
  ApplicationRecord,
  | "id"
  | "cart_id"
  | "order_id"
  | "requested_order_id"
  | "state"
  | "financed_cents"
  | "refunded_cents"
  | "seen_captured_cents"
  | "seen_refunded_cents"
>

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
  const paidOf = ({ id, summary }: OrderRow): number => {
    const { loans = [] } = progress.get(id) ?? {}
    const dead = loans.reduce((sum, one) => sum + one.dead_captured - one.dead_refunded, 0)
    return (toCents(summary?.transaction_total) ?? 0) - dead
  }
  const isPartPaid = (order: OrderRow) =>
    paidOf(order) > 1 && paidOf(order) < (toCents(order.total) ?? 0)
  const partPaid = [...orders.values()].filter(isPartPaid)
  const unitsLeft = await readUnitsLeft(
    scope,
    partPaid.map(({ id }) => id)
  )
  return (application) => {
    const order = orders.get(orderIdOf(application) ?? "")
    const {
      is_left = true,
      is_all_back = false,
      authorized = [],
      loans = [],
    } = progress.get(order?.id ?? "") ?? {}
    const summary = order?.summary
    const elsewhere = authorized
      .filter((payment) => payment.application_id !== application.id)
      .reduce((sum, { cents }) => sum + cents, 0)
    const refunded = loans.reduce((sum, one) => sum + one.dead_refunded, 0)
    const paid = order ? paidOf(order) : 0
    const refundedElsewhere =
      (toCents(summary?.refunded_total) ?? 0) - refunded - (application.seen_refunded_cents ?? 0)
    const amounts = readAmounts(order, { paid, elsewhere, signed: signedOf(application) })
    return {
      ...toPurchaseSummary(order ?? carts.get(application.cart_id ?? ""), is_left),
      ...amounts,
      isAllBack: is_all_back,
      isPaidInPart: paid + elsewhere > 1,
      isPaidPartLeft: isUnitPaid(unitsLeft.get(order?.id ?? "") ?? [], amounts.owed ?? 0),
      isHeldByOther: loans.some(({ id, holds_goods }) => holds_goods && id !== application.id),
      isOtherRefunded: refundedElsewhere > 1 && Number(summary?.credit_line_total ?? 0) > 0,
    }
  }
}

/** What an application is still to pay, in cents; 0 once it was captured or came to nothing. */
function signedOf({ state, seen_captured_cents, financed_cents, refunded_cents }: Of): number {
  const isOver = ENDED_WITHOUT_LOAN.includes(state) || (seen_captured_cents ?? 0) > 0
  return isOver ? 0 : financed_cents - refunded_cents
}

/** Cents: captured by loans that did not come to nothing, authorized by other payments, and signed by this one. */
type Covered = { paid: number; elsewhere: number; signed: number }

function readAmounts(
  order: OrderRow | undefined,
  { paid, elsewhere, signed }: Covered
): Pick<PurchaseSummary, "total" | "owed" | "comingBack"> {
  const total = toCents(order?.total)
  const { transaction_total, pending_difference } = order?.summary ?? {}
  const pending = toCents(pending_difference)
  if (total === null || pending === null) return { total, owed: null, comingBack: 0 }
  const comingBack = Math.max(0, total - (toCents(transaction_total) ?? 0) - pending)
  const unpaid = total - paid
  // Medusa computes taxes in fractions of a cent.
  if (unpaid <= 0) return { total, owed: unpaid < -1 ? unpaid : 0, comingBack }
  const left = Math.max(0, unpaid - elsewhere)
  const deducted = Math.min(comingBack, Math.max(0, left - signed))
  return { total: total - deducted, owed: left - deducted, comingBack }
}

type LineRow = {
  quantity: number
  total: number
  requires_shipping: boolean
  detail: { shipped_quantity: number; delivered_quantity: number; fulfilled_quantity: number }
}

/** Units of a line that have not left, and the price of one in cents with taxes and discounts. */
type UnitsLeft = { units: number; price: number; isShipped: boolean }

/** Reads what has not left of orders that are paid in part. */
async function readUnitsLeft(
  scope: MedusaContainer,
  ids: readonly string[]
): Promise<Map<string, UnitsLeft[]>> {
  if (ids.length === 0) return new Map()
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "total", "items.*", "items.detail.*"],
    filters: { id: [...ids] },
  })
  return new Map(
    (data as { id: string; items: LineRow[] }[]).map(({ id, items }) => [
      id,
      items.map(toUnitsLeft),
    ])
  )
}

function toUnitsLeft({ quantity, total, requires_shipping, detail }: LineRow): UnitsLeft {
  const { shipped_quantity, delivered_quantity, fulfilled_quantity } = detail
  const gone = requires_shipping
    ? Math.max(shipped_quantity, delivered_quantity)
    : fulfilled_quantity
  const price = quantity > 0 ? (100 * Number(total)) / quantity : 0
  return { units: Math.max(0, quantity - gone), price, isShipped: requires_shipping }
}

/** Whether what is paid for covers a unit that has not left; units that need no shipping count if only they are left. */
function isUnitPaid(lines: readonly UnitsLeft[], owed: number): boolean {
  const left = lines.filter(({ units }) => units > 0)
  if (owed <= 0 || left.length === 0) return true
  const worth = left.reduce((sum, { units, price }) => sum + units * price, 0)
  const goods = left.filter(({ isShipped }) => isShipped)
  const prices = (goods.length > 0 ? goods : left).map(({ price }) => price)
  return Math.round(worth) - owed >= Math.floor(Math.min(...prices))
}

type Progress = {
  order_id: string
  is_left: boolean
  is_all_back: boolean
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
    `select id as order_id, ${IS_LEFT} as is_left, ${IS_ALL_BACK} as is_all_back,
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

type NeedsProgress =
  | keyof ReturnType<typeof readAmounts>
  | "isAllBack"
  | "isPaidInPart"
  | "isPaidPartLeft"
  | "isHeldByOther"
  | "isOtherRefunded"

const orderIdOf = ({ order_id, requested_order_id }: Of) => order_id ?? requested_order_id

function toPurchaseSummary(
  row: OrderRow | undefined,
  isLeft: boolean
): Omit<PurchaseSummary, NeedsProgress> {
  const packed = (row?.fulfillments ?? []).filter((one) => one && !one.canceled_at)
  const shipped = packed
    .flatMap((one) => one?.shipped_at ?? one?.delivered_at ?? [])
    .map((moment) => new Date(moment).toISOString())
    .sort()
  const hasShipped = !isLeft
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
  }
}

const toCents = (dollars: number | null | undefined): number | null =>
  dollars == null ? null : roundToCents(Number(dollars))

function nameOf(address: Address | undefined): string | null {
  return [address?.first_name, address?.last_name].filter(Boolean).join(" ") || null
}

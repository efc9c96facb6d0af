import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { MoneyRow, PaymentSide } from "../translation/medusa-rows"
import { OUR_PROVIDERS } from "../translation/purchase-state"
import { readRows } from "./read-store"

export type RefundRow = MoneyRow & {
  note: string | null
  created_by: string | null
  metadata: unknown
  refund_reason: { id: string; label: string | null } | null
}

/** The application's fields that a capture or refund needs. */
type PaidWith = Pick<
  ApplicationRecord,
  "id" | "environment" | "financed_cents" | "seen_captured_cents" | "seen_refunded_cents"
>

/** A payment with its captures and refunds (open ones included), its order and its application. */
export type PaymentRow = {
  id: string
  payment_session_id: string
  order: { id: string; status: string; canceled_at: string | null } | null
  application: PaidWith | null
  captures: MoneyRow[]
  refunds: RefundRow[]
  /** Other live payments: of its order, and of the same application (`isOurs`). */
  others: { isOurs: boolean; isCaptured: boolean }[]
}

const OWN_SESSIONS = `
  select own.payment_session_id from financing_session this
  join financing_session own on own.application_id = this.application_id and own.deleted_at is null
  where this.payment_session_id = payment.payment_session_id and this.deleted_at is null`

// One statement instead of five of `query.graph`: each capture and refund reads it again before it sends.
const statementOf = (table: "capture" | "refund") => `
  select payment.id, payment.payment_session_id,
    (select json_build_object('id', "order".id, 'status', status, 'canceled_at', canceled_at)
      from order_payment_collection link
      join "order" on "order".id = link.order_id and "order".deleted_at is null
      where link.payment_collection_id = payment.payment_collection_id and link.deleted_at is null
      limit 1) as "order",
    (select to_json(row) from (
      select id, environment, financed_cents, seen_captured_cents, seen_refunded_cents
      from financing_application where deleted_at is null and id = (
        select application_id from financing_session this
        where this.payment_session_id = payment.payment_session_id and this.deleted_at is null)
      ) row) as application,
    (select coalesce(json_agg(to_json(row)), '[]') from (
      select id, amount, raw_amount, created_at from capture
      where payment_id = payment.id and deleted_at is null) row) as captures,
    (select coalesce(json_agg(to_json(row)), '[]') from (
      select refund.id, amount, raw_amount, refund.created_at, note, created_by, refund.metadata,
        case when reason.id is not null
          then json_build_object('id', reason.id, 'label', reason.label) end as refund_reason
      from refund left join refund_reason reason
        on reason.id = refund.refund_reason_id and reason.deleted_at is null
      where payment_id = payment.id and refund.deleted_at is null) row) as refunds,
    (select coalesce(json_agg(json_build_object(
        'isOurs', other.payment_session_id in (${OWN_SESSIONS}),
        'isCaptured', other.captured_at is not null)), '[]')
      from payment other
      where other.id <> payment.id and other.canceled_at is null and other.deleted_at is null
        and other.id in (
          select of_own.id from payment of_own where of_own.payment_session_id in (${OWN_SESSIONS})
          union
          select of_order.id from order_payment_collection this
          join order_payment_collection same on same.order_id = this.order_id and same.deleted_at is null
          join payment of_order on of_order.payment_collection_id = same.payment_collection_id
          where this.payment_collection_id = payment.payment_collection_id
            and this.deleted_at is null)) as others
  from payment
  where payment.deleted_at is null
    and payment.id = (select payment_id from ${table} where id = :id and deleted_at is null)`

/** Reads the payment of a capture or refund; null if deleted. */
export async function readPayment(
  knex: Knex,
  table: "capture" | "refund",
  id: string
): Promise<PaymentRow | null> {
  const { rows } = await knex.raw<{ rows: PaymentRow[] }>(statementOf(table), { id })
  return rows[0] ?? null
}

/** Whether a capture's row still exists. */
export async function hasCapture(knex: Knex, id: string): Promise<boolean> {
  return (await knex("capture").where({ id, deleted_at: null }).first("id")) !== undefined
}

/** Reads the payment of these sessions that was not cancelled, a captured one first; null if there is none. */
export async function findLivePayment(
  container: MedusaContainer,
  sessionIds: string[]
): Promise<PaymentSide | null> {
  if (sessionIds.length === 0) return null
  const payments = await readRows<PaymentSide>(container, {
    entity: "payment",
    fields: ["id", "captured_at", "captures.*", "refunds.*"],
    filters: { payment_session_id: sessionIds, canceled_at: null },
  })
  return payments.find(({ captured_at }) => captured_at) ?? payments[0] ?? null
}

type AbandonedRow = { id: string; payment: { payment_session_id: string } }

/**
 * Reads the captures (of uncaptured payments) or refunds of this provider's payments whose process has certainly
 * ended.
 */
export async function readAbandonedRows(
  container: MedusaContainer,
  entity: "capture" | "refund",
  since: Date
): Promise<AbandonedRow[]> {
  const { longestOperation } = container.resolve(CONSUMER_FINANCING).leases
  const uncaptured = entity === "capture" ? { captured_at: null } : {}
  return await readRows<AbandonedRow>(container, {
    entity,
    fields: ["id", "payment.payment_session_id"],
    filters: {
      created_at: { $gt: since, $lt: new Date(Date.now() - longestOperation * 1000) },
      payment: { ...uncaptured, provider_id: { $like: `${OUR_PROVIDERS}%` } },
    },
  })
}

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaNumber } from "../translation/priced-record"

export type MoneyRow = {
  id: string
  amount: MedusaNumber
  raw_amount: MedusaNumber
  created_at: string
}

export type RefundRow = MoneyRow & {
  note: string | null
  created_by: string | null
  metadata: unknown
  refund_reason: { id: string; label: string | null } | null
}

/** A payment of Medusa's with its captures and refunds, the open ones included, and its order. */
export type PaymentRow = {
  id: string
  payment_session_id: string
  payment_collection_id: string
  order: { id: string; status: string; canceled_at: string | null } | null
  captures: MoneyRow[]
  refunds: RefundRow[]
}

type Whose = { captureId: string } | { refundId: string }

// One statement: `query.graph` takes five for it, and the money verbs read it again before they send.
const statementOf = (table: "capture" | "refund") => `
  select payment.id, payment.payment_session_id, payment.payment_collection_id,
    (select json_build_object('id', "order".id, 'status', status, 'canceled_at', canceled_at)
      from order_payment_collection link
      join "order" on "order".id = link.order_id and "order".deleted_at is null
      where link.payment_collection_id = payment.payment_collection_id and link.deleted_at is null
      limit 1) as "order",
    (select coalesce(json_agg(to_json(row)), '[]') from (
      select id, amount, raw_amount, created_at from capture
      where payment_id = payment.id and deleted_at is null) row) as captures,
    (select coalesce(json_agg(to_json(row)), '[]') from (
      select refund.id, amount, raw_amount, refund.created_at, note, created_by, refund.metadata,
        case when reason.id is not null
          then json_build_object('id', reason.id, 'label', reason.label) end as refund_reason
      from refund left join refund_reason reason
        on reason.id = refund.refund_reason_id and reason.deleted_at is null
      where payment_id = payment.id and refund.deleted_at is null) row) as refunds
  from payment
  where payment.deleted_at is null
    and payment.id = (select payment_id from ${table} where id = :id and deleted_at is null)`

/** The payment that has this capture or refund; null where it is gone. */
export async function readPayment(knex: Knex, whose: Whose): Promise<PaymentRow | null> {
  const [table, id] =
    "captureId" in whose
      ? (["capture", whose.captureId] as const)
      : (["refund", whose.refundId] as const)
  const { rows } = await knex.raw<{ rows: PaymentRow[] }>(statementOf(table), { id })
  return rows[0] ?? null
}

export type PaymentBeside = { isOurs: boolean; isCaptured: boolean }

type Beside = Pick<PaymentRow, "id" | "order"> & { sessionIds: readonly string[] }

/** The live payments beside this one: of its order, and all that rest on one of these sessions. */
export async function readPaymentsBeside(
  knex: Knex,
  { id, order, sessionIds }: Beside
): Promise<PaymentBeside[]> {
  const { rows } = await knex.raw<{ rows: PaymentBeside[] }>(
    `select payment_session_id = any(:sessionIds) as "isOurs", captured_at is not null as "isCaptured"
    from payment
    where id <> :id and canceled_at is null and deleted_at is null
      and (payment_session_id = any(:sessionIds) or payment_collection_id in (
        select payment_collection_id from order_payment_collection
        where order_id = :orderId and deleted_at is null))`,
    { id, orderId: order?.id ?? null, sessionIds: [...sessionIds] }
  )
  return rows
}

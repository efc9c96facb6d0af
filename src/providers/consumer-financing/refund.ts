import type { RefundPaymentInput, RefundPaymentOutput } from "@medusajs/framework/types"
import { type Cents, subtract } from "../../domain/money"
import { sumToCents } from "../../translation/amount"
import { ORDER_FIELDS, readOrder } from "../../translation/order-to-snapshot"
import type { MedusaNumber } from "../../translation/priced-record"
import type { PricedRecord } from "../../translation/exact-parts"
import { toRefundReason } from "../../translation/refund-reason"
import { toPartialRefundRequest } from "../../translation/remaining-cart"
import { toPaymentData } from "../../translation/session-data"
import { sentence } from "../../translation/sentence"
import { requireApplication } from "./find-application"
import type { Needs } from "./needs"

type AmountRow = {
  id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  created_at: string | Date
}

type RefundRow = AmountRow & {
  note?: string | null
  refund_reason?: { label?: string | null } | null
  payment: { id: string }
}

type PaymentRow = {
  id: string
  payment_session_id: string
  captures: AmountRow[]
  refunds: AmountRow[]
  payment_collection?: { order?: { id: string } | null } | null
}

/**
 * Refunds what the open refund row says: everything that is left by endpoint 12 with the row's
 * reason, a part by endpoint 13 with the cart that remains. A change of 0 cents needs no call.
 */
export async function refund(
  needs: Needs,
  { context }: RefundPaymentInput
): Promise<RefundPaymentOutput> {
  const row = await readRefund(needs, String(context?.idempotency_key))
  const payment = await readPayment(needs, row.payment.id)
  const application = await requireApplication(needs, payment.payment_session_id)
  const amounts = readAmounts(row, payment)
  const plan = toPartialRefundRequest({
    order: readOrder(await readOrderRow(needs, payment)),
    ...amounts,
  })
  if (plan.kind === "nothing") {
    return { data: toPaymentData(application, payment.payment_session_id) }
  }
  const refunded = await needs.financing.refund({
    applicationId: application.id,
    reference: row.id,
    captured: amounts.captured,
    refundedBefore: amounts.refundedBefore,
    amount: amounts.refund,
    reason: toRefundReason(row),
    remainingCart: plan.kind === "partial" ? plan.body : null,
  })
  return { data: toPaymentData(refunded, payment.payment_session_id) }
}

const NO_REFUND =
  "Medusa has no open refund for this. Nothing was sent: refund the payment from the order."

async function readRefund({ query }: Needs, id: string): Promise<RefundRow> {
  const { data } = await query.graph({
    entity: "refund",
    fields: ["*", "refund_reason.label", "payment.id"],
    filters: { id },
  })
  return found(data[0] as RefundRow | undefined, NO_REFUND)
}

async function readPayment({ query }: Needs, id: string): Promise<PaymentRow> {
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "payment_session_id", "captures.*", "refunds.*", "payment_collection.order.id"],
    filters: { id },
  })
  return found(data[0] as PaymentRow | undefined, NO_REFUND)
}

/** The row, or a sentence for the merchant about what is missing. */
function found<Row>(row: Row | undefined, text: string): Row {
  if (!row) {
    throw sentence(text)
  }
  return row
}

type Amounts = { captured: Cents; refundedBefore: Cents; refund: Cents }

/** Sums are rounded once each, so that refunds with fractions of a cent still add up. */
function readAmounts(row: RefundRow, payment: PaymentRow): Amounts {
  const before = payment.refunds.filter((other) => isEarlier(other, row))
  const refundedBefore = sumToCents(before.map(exact))
  const refundedAfter = sumToCents([...before, row].map(exact))
  return {
    captured: sumToCents(payment.captures.map(exact)),
    refundedBefore,
    refund: subtract(refundedAfter, refundedBefore),
  }
}

function exact(row: AmountRow): MedusaNumber {
  return row.raw_amount ?? row.amount
}

/** A refund that was begun later is not counted yet: it waits its turn or is refused. */
function isEarlier(other: AmountRow, row: AmountRow): boolean {
  const [one, two] = [new Date(other.created_at).getTime(), new Date(row.created_at).getTime()]
  return one < two || (one === two && other.id < row.id)
}

async function readOrderRow({ query }: Needs, payment: PaymentRow): Promise<PricedRecord> {
  const orderId = payment.payment_collection?.order?.id
  const { data } = orderId
    ? await query.graph({ entity: "order", fields: ORDER_FIELDS, filters: { id: orderId } })
    : { data: [] }
  return found(
    data[0] as PricedRecord | undefined,
    "There is no order for this payment, so its financing is not refunded by the plugin. Nothing was sent."
  )
}

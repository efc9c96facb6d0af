import type { RefundPaymentInput, RefundPaymentOutput } from "@medusajs/framework/types"
import { subtract } from "../../domain/money"
import { type PaymentRow, readPayment, type RefundRow } from "../../medusa/read-payment"
import { readWholeOrder, type WholeOrder } from "../../medusa/read-whole-order"
import type { RefundFacts } from "../../modules/consumer-financing/operations/refund"
import { type Decimal, sumToCents, toDecimal } from "../../translation/amount"
import { readOrder } from "../../translation/order-to-snapshot"
import { type MedusaNumber, type MoneyRow, pendingOf } from "../../translation/medusa-rows"
import {
  toPartialRefundRequest,
  readRefundMark,
  toRefundReason,
} from "../../translation/refund-request"
import { userError } from "../../translation/user-error"
import { applicationOf, type Needs } from "./needs"
import { isBeingChanged } from "../../translation/requested-order"
import { isCancelled } from "../../translation/purchase-state"
import { confirmRow } from "../../medusa/money-request"
import { CAPTURE_UNANNOUNCED, toPaymentData } from "../../translation/session-data"

const NO_REFUND =
  "Medusa has no open refund for this. Nothing was sent: refund the payment from the order."
const NO_ORDER =
  "There is no order for this payment, so its financing is not refunded by the plugin. Nothing was sent."

type OpenRefund = { row: RefundRow; payment: PaymentRow }

/**
 * Reads the open refund row that core wrote before its call, and its payment. Throws a message when there is none.
 */
async function readRefund({ knex }: Needs, id: string): Promise<OpenRefund> {
  const payment = found(await readPayment(knex, "refund", id), NO_REFUND)
  const row = found(
    payment.refunds.find((refund) => refund.id === id),
    NO_REFUND
  )
  return { row, payment }
}

/** Returns the row, or throws a message for the merchant. */
function found<Row>(row: Row | null | undefined, text: string): Row {
  if (!row) {
    throw userError(text)
  }
  return row
}

/** Reads Medusa's current data about the refund and the others of its payment. */
async function readFacts(needs: Needs, refundId: string): Promise<RefundFacts> {
  const { row, payment } = await readRefund(needs, refundId)
  const { amount, ...before } = readAmounts(row, payment)
  const { id: orderId } = found(payment.order, NO_ORDER)
  const order = found(await readWholeOrder(needs.knex, orderId), NO_ORDER)
  requireNoOpenChange(order, toDecimal(exact(row)))
  const plan = toPartialRefundRequest({ order: readOrder(order), ...before, refund: amount })
  return {
    ...before,
    amount,
    others: othersOf(row, payment),
    remainingCart: plan.kind === "partial" ? plan.body : null,
  }
}

type Amounts = Pick<RefundFacts, "captured" | "refundedBefore" | "amount">

/** Rounds each sum once, so that refunds with fractions of a cent still add up. */
function readAmounts(row: RefundRow, payment: PaymentRow): Amounts {
  const before = payment.refunds.filter((refund) => isEarlier(refund, row))
  const refundedBefore = sumToCents(before.map(exact))
  const refundedAfter = sumToCents([...before, row].map(exact))
  return {
    captured: sumToCents(payment.captures.map(exact)),
    refundedBefore,
    amount: subtract(refundedAfter, refundedBefore),
  }
}

function othersOf(row: RefundRow, payment: PaymentRow): RefundFacts["others"] {
  return payment.refunds
    .filter(({ id }) => id !== row.id)
    .map((refund) => ({
      id: refund.id,
      cents: readAmounts(refund, payment).amount,
      writtenAt: new Date(refund.created_at).getTime(),
    }))
}

function exact(row: MoneyRow): MedusaNumber {
  return row.raw_amount ?? row.amount
}

/** Excludes later refunds, which wait or are refused. */
function isEarlier(other: MoneyRow, row: MoneyRow): boolean {
  const [one, two] = [new Date(other.created_at).getTime(), new Date(row.created_at).getTime()]
  return one < two || (one === two && other.id < row.id)
}

const IS_BEING_CHANGED =
  "This order is being changed: an edit, a return, a claim, an exchange or a transfer to another customer is neither confirmed nor given up, and Medusa can't write down a refund beside it. Nothing was sent: confirm or cancel that change, then refund."

/**
 * Refuses a refund that core could not record: core lowers the order's total by a refund beyond the customer's
 * credit, which another open change blocks, and would fail only after the service has refunded. Throws a message for
 * the merchant.
 */
function requireNoOpenChange(order: WholeOrder, amount: Decimal): void {
  if (isCancelled(order)) {
    return
  }
  const pending = toDecimal(pendingOf(order.summary) ?? 0)
  // Compares exactly as core does: a fraction of a cent beyond the credit needs a credit line too.
  const needsCredit = amount.plus(pending).isGreaterThan(0)
  if (needsCredit && isBeingChanged(order)) {
    throw userError(IS_BEING_CHANGED)
  }
}

/**
 * Sends the open refund row's refund: the rest with the row's reason (endpoint 12), or a part with the remaining
 * cart (endpoint 13). A marked row belongs to a confirmed refund and sends nothing.
 */
export async function refund(
  needs: Needs,
  { context, data: before }: RefundPaymentInput
): Promise<RefundPaymentOutput> {
  const { row, payment } = await readRefund(needs, String(context?.idempotency_key))
  const application = applicationOf(payment)
  const applicationId = application.id
  const { captured, refundedBefore } = readAmounts(row, payment)
  const isNew =
    application.seen_captured_cents !== captured ||
    application.seen_refunded_cents !== refundedBefore
  // Screens show the totals of Medusa's rows before the next check.
  if (isNew) {
    await needs.financing.applications.update({
      id: applicationId,
      seen_captured_cents: captured,
      seen_refunded_cents: refundedBefore,
    })
  }
  const operationId = readRefundMark(row.metadata)
  const refunded = operationId
    ? await needs.financing.linkRefundRow({
        applicationId,
        operationId,
        refundId: row.id,
        amount: readAmounts(row, payment).amount,
        others: othersOf(row, payment).map(({ id }) => id),
      })
    : await needs.financing.refund({
        applicationId,
        reference: row.id,
        reason: toRefundReason(row),
        askedBy: { userId: row.created_by, refundReasonId: row.refund_reason?.id ?? null },
        readFacts: () => readFacts(needs, row.id),
      })
  confirmRow(row.id)
  const data = toPaymentData(refunded, payment.payment_session_id)
  return { data: before?.[CAPTURE_UNANNOUNCED] ? { ...data, [CAPTURE_UNANNOUNCED]: true } : data }
}

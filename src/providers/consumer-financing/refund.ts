import type { RefundPaymentInput, RefundPaymentOutput } from "@medusajs/framework/types"
import { subtract } from "../../domain/money"
import {
  type MoneyRow,
  type PaymentRow,
  readPayment,
  type RefundRow,
} from "../../medusa/read-payment"
import { readWholeOrder, type WholeOrder } from "../../medusa/read-whole-order"
import type { RefundFacts } from "../../modules/consumer-financing/operations/link-refund-row"
import { type Decimal, sumToCents, toDecimal } from "../../translation/amount"
import { readOrder } from "../../translation/order-to-snapshot"
import type { MedusaNumber } from "../../translation/medusa-rows"
import {
  toPartialRefundRequest,
  readRefundMark,
  toRefundReason,
} from "../../translation/refund-request"
import { sentence } from "../../translation/sentence"
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

/** The open refund row that core wrote before it asked, and its payment. Throws a sentence when there is none. */
async function readRefund({ knex }: Needs, id: string): Promise<OpenRefund> {
  const payment = found(await readPayment(knex, { refundId: id }), NO_REFUND)
  const row = found(
    payment.refunds.find((one) => one.id === id),
    NO_REFUND
  )
  return { row, payment }
}

/** The row, or a sentence for the merchant about what is missing. */
function found<Row>(row: Row | null | undefined, text: string): Row {
  if (!row) {
    throw sentence(text)
  }
  return row
}

/** What Medusa says about the refund and the others of its payment at this moment. */
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

/** Sums are rounded once each, so that refunds with fractions of a cent still add up. */
function readAmounts(row: RefundRow, payment: PaymentRow): Amounts {
  const before = payment.refunds.filter((other) => isEarlier(other, row))
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
    .map((other) => ({
      id: other.id,
      cents: readAmounts(other, payment).amount,
      writtenAt: new Date(other.created_at).getTime(),
    }))
}

function exact(row: MoneyRow): MedusaNumber {
  return row.raw_amount ?? row.amount
}

/** A refund that was begun later is not counted yet: it waits its turn or is refused. */
function isEarlier(other: MoneyRow, row: MoneyRow): boolean {
  const [one, two] = [new Date(other.created_at).getTime(), new Date(row.created_at).getTime()]
  return one < two || (one === two && other.id < row.id)
}

const IS_BEING_CHANGED =
  "This order is being changed: an edit, a return, a claim, an exchange or a transfer to another customer is neither confirmed nor given up, and Medusa can't write down a refund beside it. Nothing was sent: confirm or cancel that change, then refund."

/**
 * Core lowers what an order comes to by what is refunded beyond what the customer is owed, and can't do
 * that beside another change of the order. It would find out only after the service has refunded.
 * Throws a sentence for the merchant.
 */
function requireNoOpenChange(order: WholeOrder, amount: Decimal): void {
  if (isCancelled(order)) {
    return
  }
  const pending = toDecimal(
    order.summary?.raw_pending_difference ?? order.summary?.pending_difference ?? 0
  )
  // Exactly as core compares: a fraction of a cent beyond what is owed takes a credit line, too.
  const needsCredit = amount.plus(pending).isGreaterThan(0)
  if (needsCredit && isBeingChanged(order)) {
    throw sentence(IS_BEING_CHANGED)
  }
}

/**
 * Refunds what the open refund row says: everything that is left by endpoint 12 with the row's
 * reason, a part by endpoint 13 with the cart that remains. A row that is marked stands for a refund
 * that happened: nothing is sent for it.
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
  if (isNew) {
    await needs.financing.applications.rememberAmounts(applicationId, {
      captured,
      refunded: refundedBefore,
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

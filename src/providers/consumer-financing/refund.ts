import type { RefundPaymentInput, RefundPaymentOutput } from "@medusajs/framework/types"
import { confirmRow } from "../../medusa/money-request"
import { readRefundMark, toRefundReason } from "../../translation/refund-request"
import { CAPTURE_UNANNOUNCED, toPaymentData } from "../../translation/session-data"
import { applicationOf } from "./find-application"
import type { Needs } from "./needs"
import { othersOf, readAmounts, readFacts, readRefund } from "./read-refund"

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

import type { CapturePaymentInput, CapturePaymentOutput } from "@medusajs/framework/types"
import { cents, inWords } from "../../domain/money"
import { describeOverpayment } from "../../domain/order-edit"
import { isTestData, TEST_DATA_NOT_SETTLED } from "../../domain/test-data"
import { confirmRow } from "../../medusa/money-request"
import { hasCapture, type PaymentRow, readPayment } from "../../medusa/read-payment"
import type { MoneyRow } from "../../translation/medusa-rows"
import { readWholeOrder } from "../../medusa/read-whole-order"
import { toCents } from "../../translation/amount"
import { readOtherPayments } from "../../translation/payment-amounts"
import { toPaymentData } from "../../translation/session-data"
import { isCancelled } from "../../translation/purchase-state"
import { applicationOf, type Needs, requireApplication } from "./needs"
import { userError } from "../../translation/user-error"

/**
 * Settles the whole application (endpoint 10). Reads the amount from the open capture row, because Medusa does not
 * pass it, and refuses a partial capture before any call: the service settles everything.
 */
export async function capture(
  needs: Needs,
  { context }: CapturePaymentInput
): Promise<CapturePaymentOutput> {
  const captureId = String(context?.idempotency_key)
  const { payment, row } = await requireCapture(needs, captureId)
  const application = applicationOf(payment)
  const amount = toCents(row.raw_amount ?? row.amount)
  const financed = cents(application.financed_cents)
  if (amount !== financed) {
    throw userError(
      `Consumer financing is settled as a whole: capture ${inWords(financed)}, not ${inWords(amount)}. Nothing was sent.`
    )
  }
  await requireOnlyPayment(needs, application.id, payment)
  const settled = await needs.financing.settle({
    applicationId: application.id,
    reference: captureId,
    // A capture of a settled loan is recorded without this check.
    beforeSending: async () => {
      const now = await requireCapture(needs, captureId)
      await requireOrderToPay(needs, now.payment)
    },
  })
  confirmRow(captureId)
  // The reconciliation deletes the row of a process that paused for minutes; core would then count nothing.
  if (!(await hasCapture(needs.knex, captureId))) {
    throw userError(ROW_IS_GONE)
  }
  return { data: toPaymentData(settled, payment.payment_session_id) }
}

const ANOTHER_IS_CAPTURED =
  "Another payment of this order is captured already, and both rest on one financing. Nothing was sent."
const ANOTHER_IS_LIVE =
  "Two payments of this order rest on one financing. Nothing was sent: one of them is cancelled automatically in a few minutes; capture the other one then."

/**
 * Refuses a second payment on a loan, which is settled once. A failed completion can leave one; the reconciliation
 * cancels it.
 */
async function requireOnlyPayment(
  { financing }: Needs,
  applicationId: string,
  { others }: PaymentRow
): Promise<void> {
  const ours = others.filter(({ isOurs }) => isOurs)
  if (ours.length > 0) {
    await financing.schedule.requestReconcile(applicationId)
    throw userError(
      ours.some(({ isCaptured }) => isCaptured) ? ANOTHER_IS_CAPTURED : ANOTHER_IS_LIVE
    )
  }
}

const ORDER_CANCELLED =
  "This order was cancelled, so its financing is not settled. Nothing was sent: the loan is ended automatically."

/** Requires that the payment's order exists, its loan is genuine, and other payments do not cover it. */
async function requireOrderToPay(needs: Needs, payment: PaymentRow): Promise<void> {
  const { id, environment, financed_cents } = applicationOf(payment)
  if (isTestData(environment, needs.financing.options.environment)) {
    throw userError(TEST_DATA_NOT_SETTLED)
  }
  if (payment.order && isCancelled(payment.order)) {
    throw userError(ORDER_CANCELLED)
  }
  if (!payment.order || payment.others.every(({ isOurs }) => isOurs)) {
    return
  }
  const order = await readWholeOrder(needs.knex, payment.order.id)
  if (!order) {
    return
  }
  const { sessionIds } = await requireApplication(needs, payment.payment_session_id)
  const { paid, left } = readOtherPayments(order, sessionIds)
  const overpayment = describeOverpayment({
    total: toCents(order.total),
    financed: cents(financed_cents),
    paidOtherwise: paid,
    left,
  })
  // Skipped if staff decided to settle the signed amount anyway.
  if (overpayment && !(await needs.financing.leases.isPayingAgainAllowed(id))) {
    throw userError(overpayment)
  }
}

const NO_OPEN_CAPTURE =
  "Medusa has no open capture for this settlement. Nothing was sent: capture the payment from the order."
const ROW_IS_GONE =
  "The financing is settled, but Medusa dropped the row of this capture meanwhile. The capture is recorded automatically: do not enter it again."

/** Reads the capture row that core wrote before its call, and its payment. */
async function requireCapture(
  { knex }: Needs,
  id: string
): Promise<{ payment: PaymentRow; row: MoneyRow }> {
  const payment = await readPayment(knex, "capture", id)
  const row = payment?.captures.find((capture) => capture.id === id)
  if (!payment || !row) {
    throw userError(NO_OPEN_CAPTURE)
  }
  return { payment, row }
}

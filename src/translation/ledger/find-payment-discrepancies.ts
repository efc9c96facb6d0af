import {
  ageOfYoungest,
  type Discrepancy,
  findMainPayment,
  isFullyRefunded,
  livePayments,
  type OrderLedger,
  type PaymentLedger,
  type DiscrepancyFinder,
} from "./order-ledger"

/**
 * Finds a captured payment that was cancelled just before its capture, by core during an edit or a return, or by
 * staff. Skips orders that other payments cover in full, where only staff can choose the one to refund.
 */
export const findCancelledButCaptured: DiscrepancyFinder = (ledger, journal) => {
  const { isCancelled, isCoveredByOthers, payments } = ledger
  if (
    isCancelled ||
    isCoveredByOthers ||
    isFullyRefunded(journal) ||
    livePayments(ledger).length > 0
  )
    return []
  const captured =
    payments.find(({ isOurs, isCaptured }) => isOurs && isCaptured) ??
    payments.find(({ isOurs, captures }) => isOurs && journal.isSettled && captures.length > 0)
  return captured
    ? [{ kind: "cancelled-but-captured", paymentId: captured.id, age: ageOf(captured) }]
    : []
}

/**
 * Finds surplus payments. One arises when the shopper completes the cart again after a failure, and then two
 * payments rely on one loan, or another method pays in full; or when a payment is created while its order is
 * cancelled.
 */
export const findExcessPayments: DiscrepancyFinder = (ledger, { isSettled, endedWithoutLoan }) => {
  const main = findMainPayment(ledger)
  const isAbandoned =
    main !== null && (!main.hasSession || endedWithoutLoan) && ledger.isCoveredByOthers
  const isNeeded = ({ id }: PaymentLedger) =>
    id === main?.id && (isSettled || !(ledger.isCancelled || isAbandoned))
  const isUntouched = ({ isCaptured, captures }: PaymentLedger) =>
    !isCaptured && captures.length === 0
  const inExcess = livePayments(ledger).filter(
    (payment) => isUntouched(payment) && !isNeeded(payment)
  )
  const newest = ageOfYoungest(ledger.payments)
  return inExcess.map(({ id }) => ({
    kind: "payment-in-excess",
    paymentId: id,
    age: Math.min(newest, ledger.cancelledFor ?? newest),
  }))
}

/**
 * Finds capture rows that core left unfinished or reverted: an unfinished capture of the main payment although it
 * was settled, a capture of it that is recorded although nothing was settled, and captures of a cancelled payment.
 * Such a payment was replaced after its order failed, or was cancelled with its order before its capture was sent.
 */
export const findCaptureDiscrepancies: DiscrepancyFinder = (ledger, journal) => {
  const { isSettled } = journal
  const main = findMainPayment(ledger)
  const isLoanOutstanding = isSettled && !isFullyRefunded(journal)
  const ours = ledger.payments.filter(({ isOurs }) => isOurs)
  return ours.flatMap((payment): Discrepancy[] => {
    const { id: paymentId, isCaptured, isCancelled } = payment
    const captureIds = payment.captures.map(({ id }) => id)
    const age = ageOf(payment)
    const isMain = paymentId === main?.id
    if (isMain && isCaptured) {
      const isFinished = haveTransactions(ledger, captureIds)
      return isFinished ? [] : [{ kind: "capture-unfinished", paymentId, captureIds: [], age }]
    }
    if (isMain && isSettled) {
      return [{ kind: "capture-unfinished", paymentId, captureIds, age }]
    }
    const areCapturesKept =
      !isMain && (!isCancelled || (main === null && (isCaptured || isLoanOutstanding)))
    return captureIds.length > 0 && !areCapturesKept
      ? [{ kind: "capture-never-sent", captureIds, age }]
      : []
  })
}

const ageOf = (payment: PaymentLedger) => ageOfYoungest([payment, ...payment.captures])

function haveTransactions({ transactions }: OrderLedger, captureIds: string[]): boolean {
  return captureIds.every((id) =>
    transactions.some(({ reference, referenceId }) => reference === "capture" && referenceId === id)
  )
}

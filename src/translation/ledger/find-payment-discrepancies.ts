import {
  ageOfYoungest,
  type Discrepancy,
  findMainPayment,
  isGivenBack,
  livePayments,
  type OrderLedger,
  type PaymentLedger,
  type Search,
} from "./order-ledger"

/**
 * Finds a captured payment that core cancelled: during an edit or a return, or by staff, a moment before its
 * capture. Skips orders that other payments cover in full, where only staff can choose the one to refund.
 */
export const findCapturedWhenCancelled: Search = (ledger, journal) => {
  const { isCancelled, othersPayAll, payments } = ledger
  if (isCancelled || othersPayAll || isGivenBack(journal) || livePayments(ledger).length > 0)
    return []
  const captured =
    payments.find(({ isOurs, isCaptured }) => isOurs && isCaptured) ??
    payments.find(({ isOurs, captures }) => isOurs && journal.isSettled && captures.length > 0)
  return captured
    ? [{ kind: "captured-when-cancelled", paymentId: captured.id, age: ageOf(captured) }]
    : []
}

/**
 * Finds a payment in excess: after a failed completion the shopper completed again, so a second payment depends on
 * the loan or another method pays in full; or a payment was created for an order during its cancellation.
 */
export const findExcessPayments: Search = (ledger, { isSettled, cameToNothing }) => {
  const main = findMainPayment(ledger)
  const isForsaken = main !== null && (!main.hasSession || cameToNothing) && ledger.othersPayAll
  const isNeeded = ({ id }: PaymentLedger) =>
    id === main?.id && (isSettled || !(ledger.isCancelled || isForsaken))
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
 * Finds capture rows that core did not finish or has reverted: a settled but unfinished capture of the main payment,
 * its recorded capture without a settle, and captures of a cancelled payment. That one's order failed and another
 * payment replaced it, or it was cancelled with its order after its capture had died unsent.
 */
export const findCaptureDiscrepancies: Search = (ledger, journal) => {
  const { isSettled } = journal
  const main = findMainPayment(ledger)
  const isOwed = isSettled && !isGivenBack(journal)
  const ours = ledger.payments.filter(({ isOurs }) => isOurs)
  return ours.flatMap((payment): Discrepancy[] => {
    const { id: paymentId, isCaptured, isCancelled } = payment
    const captureIds = payment.captures.map(({ id }) => id)
    const age = ageOf(payment)
    const isMain = paymentId === main?.id
    if (isMain && isCaptured) {
      const isFinished = isInTransactions(ledger, captureIds)
      return isFinished ? [] : [{ kind: "capture-unfinished", paymentId, captureIds: [], age }]
    }
    if (isMain && isSettled) {
      return [{ kind: "capture-unfinished", paymentId, captureIds, age }]
    }
    const isNeeded = !isMain && (!isCancelled || (main === null && (isCaptured || isOwed)))
    return captureIds.length > 0 && !isNeeded
      ? [{ kind: "capture-that-never-was", captureIds, age }]
      : []
  })
}

const ageOf = (payment: PaymentLedger) => ageOfYoungest([payment, ...payment.captures])

function isInTransactions({ transactions }: OrderLedger, captureIds: string[]): boolean {
  return captureIds.every((id) =>
    transactions.some(({ reference, referenceId }) => reference === "capture" && referenceId === id)
  )
}

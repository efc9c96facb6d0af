import type { Discrepancy } from "./discrepancy"
import type { JournalLedger } from "./journal-ledger"
import { findMainPayment, livePayments } from "./main-payment"
import type { OrderLedger, PaymentBooks } from "./order-ledger"

/** Payments that stand for nothing, and one that does though Medusa cancelled it. */
export function findPaymentDiscrepancies(
  ledger: OrderLedger,
  journal: JournalLedger
): Discrepancy[] {
  const captured = findCapturedWhenCancelled(ledger, journal)
  return captured.length > 0 ? captured : findInExcess(ledger, journal)
}

/**
 * Core cancels the payment of an order that is edited, or of which goods come back, and staff may cancel it:
 * a moment before it is captured, core sees that it is not. Where other payments pay for all of the order,
 * nobody could say which is to go.
 */
function findCapturedWhenCancelled(ledger: OrderLedger, journal: JournalLedger): Discrepancy[] {
  const { isCancelled, othersPayAll, payments } = ledger
  const { isSettled, refunds } = journal
  const isGivenBack = refunds.some(({ isLast }) => isLast)
  if (isCancelled || othersPayAll || isGivenBack || livePayments(ledger).length > 0) {
    return []
  }
  const captured =
    payments.find(({ isOurs, isCaptured }) => isOurs && isCaptured) ??
    payments.find(({ isOurs, captures }) => isOurs && isSettled && captures.length > 0)
  return captured
    ? [
        {
          kind: "captured-when-cancelled",
          paymentId: captured.id,
          age: Math.min(captured.age, ...captured.captures.map(({ age }) => age)),
        },
      ]
    : []
}

/**
 * Core failed between writing a payment and its collection, and the order was rolled back. When the
 * shopper completed again, a second payment came to rest on the loan, or another method pays for all of
 * it. Or a payment was made for an order that was being cancelled at that moment.
 */
function findInExcess(ledger: OrderLedger, { isSettled }: JournalLedger): Discrepancy[] {
  const main = findMainPayment(ledger)
  const isForsaken = main !== null && !main.hasSession && ledger.othersPayAll
  const isNeeded = ({ id }: PaymentBooks) =>
    id === main?.id && (isSettled || !(ledger.isCancelled || isForsaken))
  const isUntouched = ({ isCaptured, captures }: PaymentBooks) =>
    !isCaptured && captures.length === 0
  const inExcess = livePayments(ledger).filter(
    (payment) => isUntouched(payment) && !isNeeded(payment)
  )
  const newest = Math.min(...ledger.payments.map(({ age }) => age))
  return inExcess.map(({ id }) => ({
    kind: "payment-in-excess",
    paymentId: id,
    age: Math.min(newest, ledger.cancelledFor ?? newest),
  }))
}

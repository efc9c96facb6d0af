import type { Discrepancy } from "./discrepancy"
import {
  ageOfYoungest,
  findMainPayment,
  isGivenBack,
  type JournalLedger,
  livePayments,
  type OrderLedger,
  type PaymentBooks,
} from "./order-ledger"

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
  if (isCancelled || othersPayAll || isGivenBack(journal) || livePayments(ledger).length > 0) {
    return []
  }
  const captured =
    payments.find(({ isOurs, isCaptured }) => isOurs && isCaptured) ??
    payments.find(({ isOurs, captures }) => isOurs && journal.isSettled && captures.length > 0)
  return captured
    ? [{ kind: "captured-when-cancelled", paymentId: captured.id, age: ageOf(captured) }]
    : []
}

/**
 * Core failed between writing a payment and its collection, and the order was rolled back. When the
 * shopper completed again, a second payment came to rest on the loan, or another method pays for all of
 * it, as it may once the financing came to nothing. Or a payment was made for an order that was being cancelled.
 */
function findInExcess(
  ledger: OrderLedger,
  { isSettled, cameToNothing }: JournalLedger
): Discrepancy[] {
  const main = findMainPayment(ledger)
  const isForsaken = main !== null && (!main.hasSession || cameToNothing) && ledger.othersPayAll
  const isNeeded = ({ id }: PaymentBooks) =>
    id === main?.id && (isSettled || !(ledger.isCancelled || isForsaken))
  const isUntouched = ({ isCaptured, captures }: PaymentBooks) =>
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

/** What captures left behind that core did not finish, or that it took back. */
export function findCaptureDiscrepancies(
  ledger: OrderLedger,
  journal: JournalLedger
): Discrepancy[] {
  const { isSettled } = journal
  const main = findMainPayment(ledger)
  const isOwed = isSettled && !isGivenBack(journal)
  return ledger.payments
    .filter(({ isOurs }) => isOurs)
    .flatMap((payment) => {
      const isMain = payment.id === main?.id
      const discrepancy = isMain
        ? findOfMain(ledger, { payment, isSettled })
        : findOfOther(payment, { isNeeded: main === null && (payment.isCaptured || isOwed) })
      return discrepancy ?? []
    })
}

type Main = { payment: PaymentBooks; isSettled: boolean }

/** Settled, and not written down to its end; or written down, and never settled. */
function findOfMain(ledger: OrderLedger, { payment, isSettled }: Main): Discrepancy | null {
  const captureIds = payment.captures.map(({ id }) => id)
  const age = ageOf(payment)
  if (payment.isCaptured) {
    return isInTransactions(ledger, captureIds)
      ? null
      : { kind: "capture-unfinished", paymentId: payment.id, captureIds: [], age }
  }
  if (isSettled) {
    return { kind: "capture-unfinished", paymentId: payment.id, captureIds, age }
  }
  return captureIds.length > 0 ? { kind: "capture-that-never-was", captureIds, age } : null
}

/**
 * Core cancelled a captured payment, because its order failed, and another one took its place. Or it
 * cancelled, with its order, one whose capture had died before anything was sent.
 */
function findOfOther(
  payment: PaymentBooks,
  { isNeeded }: { isNeeded: boolean }
): Discrepancy | null {
  const captureIds = payment.captures.map(({ id }) => id)
  return payment.isCancelled && captureIds.length > 0 && !isNeeded
    ? { kind: "capture-that-never-was", captureIds, age: ageOf(payment) }
    : null
}

const ageOf = (payment: PaymentBooks) => ageOfYoungest([payment, ...payment.captures])

function isInTransactions({ transactions }: OrderLedger, captureIds: string[]): boolean {
  return captureIds.every((id) =>
    transactions.some(({ reference, referenceId }) => reference === "capture" && referenceId === id)
  )
}

import type { Discrepancy } from "./discrepancy"
import type { JournalLedger } from "./journal-ledger"
import { findMainPayment } from "./main-payment"
import type { OrderLedger, PaymentBooks } from "./order-ledger"

/** What captures left behind that core did not finish, or that it took back. */
export function findCaptureDiscrepancies(
  ledger: OrderLedger,
  { isSettled, refunds }: JournalLedger
): Discrepancy[] {
  const main = findMainPayment(ledger)
  const isGivenBack = refunds.some(({ isLast }) => isLast)
  const isOwed = isSettled && !isGivenBack
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

function ageOf({ age, captures }: PaymentBooks): number {
  return Math.min(age, ...captures.map((one) => one.age))
}

function isInTransactions({ transactions }: OrderLedger, captureIds: string[]): boolean {
  return captureIds.every((id) =>
    transactions.some(({ reference, referenceId }) => reference === "capture" && referenceId === id)
  )
}

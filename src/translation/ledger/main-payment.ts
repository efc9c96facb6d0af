import type { OrderLedger, PaymentBooks } from "./order-ledger"

/** The payments of the application that Medusa counts on: not cancelled. */
export function livePayments({ payments }: OrderLedger): PaymentBooks[] {
  return payments.filter(({ isOurs, isCancelled }) => isOurs && !isCancelled)
}

/**
 * The one payment that stands for the loan: the captured one, else one that is being captured, else
 * the newest whose session is still there. Core may cancel a payment that is being captured at that very
 * moment: it is paid all the same, or still to be given back. Null without any.
 */
export function findMainPayment(ledger: OrderLedger): PaymentBooks | null {
  const live = livePayments(ledger).sort((one, two) => one.age - two.age)
  return (
    live.find(({ isCaptured }) => isCaptured) ??
    live.find(({ captures }) => captures.length > 0) ??
    live.find(({ hasSession }) => hasSession) ??
    live[0] ??
    ledger.payments.find((one) => one.isOurs && one.isCaptured) ??
    null
  )
}

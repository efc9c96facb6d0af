import { isFunded, isReadyToSettle, type Phase, phaseOf, type SeenCode } from "./status-codes"

/** It is over at the service, or its customer has to sign again: what was settled before counts no more. */
const STOPS: readonly Phase[] = ["ended", "re-sign"]

export function stopsRefund(code: SeenCode): boolean {
  return STOPS.includes(phaseOf(code))
}

type Known = {
  /** It was known to be settled before this status. */
  settled: boolean
  /** A settle of the loan under its current token was sent from here. */
  settleSent: boolean
}

/** Whether a loan is known to be settled once the service gave this code: an odd one takes nothing back. */
export function isSettledAfter(code: SeenCode, { settled, settleSent }: Known): boolean {
  if (isFunded(code)) return true
  if (isReadyToSettle(code)) return settled && settleSent
  return settled && !stopsRefund(code)
}

type Loan = {
  code: SeenCode
  /** The service confirmed that it is settled, or read it funded. */
  settled: boolean
  /** It was settled, and reads ready to settle: the funding takes its time. */
  settling: boolean
}

/**
 * Whether a loan is settled as far as anybody can know, so that it takes a refund: by what the service
 * says, or by what it confirmed before it gave a code that says nothing of it.
 */
export function isRefundable({ code, settled, settling }: Loan): boolean {
  if (isFunded(code)) return true
  return isReadyToSettle(code) ? settling : settled && !stopsRefund(code)
}

import { isFunded, isReadyToSettle, type Phase, phaseOf, type ReportedCode } from "./status-codes"

/** Phases after which an earlier settle no longer counts: ended at the service, or to be signed again. */
const STOPS: readonly Phase[] = ["ended", "re-sign"]

export function stopsRefund(code: ReportedCode): boolean {
  return STOPS.includes(phaseOf(code))
}

type Known = {
  /** It was known to be settled before this status. */
  settled: boolean
  /** A settle of the loan under its current token was sent from here. */
  settleSent: boolean
}

/** Whether a loan is settled after this code; an unrelated code revokes nothing. */
export function isSettledAfter(code: ReportedCode, { settled, settleSent }: Known): boolean {
  if (isFunded(code)) return true
  if (isReadyToSettle(code)) return settled && settleSent
  return settled && !stopsRefund(code)
}

type Loan = {
  code: ReportedCode
  /** The service confirmed the settle or read funded. */
  settled: boolean
  /** Settled, and still reads ready to settle: funding takes time. */
  settling: boolean
}

/**
 * Whether a loan is known to be settled and so can be refunded: by the current status, or by an earlier confirmation
 * that an unrelated code does not revoke.
 */
export function isRefundable({ code, settled, settling }: Loan): boolean {
  if (isFunded(code)) return true
  return isReadyToSettle(code) ? settling : settled && !stopsRefund(code)
}

import { describeSignAgain, type ReviewCause } from "./review-causes"
import type { OperationKind } from "./operation"
import {
  isFunded,
  isReadyToSettle,
  isSigned,
  type ReportedCode,
  waitsForSignature,
} from "./status-codes"

/**
 * How an operation in doubt is resolved. `run-operation.ts` writes an intent before the call; when the answer is
 * lost, it writes the doubt and a review case in one commit (`money-guard.ts` does so for a process that died during
 * its call). While a money operation is in doubt, no other begins. Each reconciliation (`check-service.ts`) looks
 * for proof, which closes the case:
 * - settle, cancel: a status check proves them (`proveSettle`, `proveCancel`), or they are sent again, a settle
 * once;
 * - refund of the rest: T proves it, unless a postback suggests a partial refund; never sent again;
 * - create, partial refund: the new token of the lost answer; never sent again. A token from a later postback is
 * accepted when the service knows it for exactly the target amount (endpoint 8) and verifies it with the order's
 * details (endpoint 15): `find-lost-token.ts`. A refund counts at the status check that reads the token as signed
 * (`resolve-by-status-check.ts`); until then the customer must sign. After the purchase has changed, no token is
 * accepted from a postback, and staff decide;
 * - choice of an offer, order's number: they set an absolute value and are sent again without a review case.
 * Staff may resolve the case at any time (`resolve-by-staff.ts`). "It happened" needs the new token, which the
 * service must know for the target amount, and counts at once. "It did not" counts as never sent, but the search for
 * a create continues. Without proof or a decision the case stays open. Medusa's refund row is deleted by then,
 * because the provider threw: `repair-ledger.ts` creates it again, without another call.
 */
export type Proof = "confirmed" | "wait" | "repeat" | "ask-a-person"

/** Seconds after its deadline until an unanswered settle is repeated, once, if S persists. */
export const SETTLE_REPEAT_AFTER = 15 * 60

/** Seconds before a cancel in doubt is sent again; doubled each time, up to an hour. */
export const CANCEL_REPEAT_AFTER = 5
const CANCEL_REPEAT_AT_LEAST_EVERY = 60 * 60

/** Seconds from the end of a cancel's latest call until it is sent again. */
export function secondsUntilCancelRepeat(attempts: number): number {
  return Math.min(CANCEL_REPEAT_AFTER * 2 ** (attempts - 1), CANCEL_REPEAT_AT_LEAST_EVERY)
}

type Checked = { code: ReportedCode; secondsInDoubt: number; attempts: number }

export function proveSettle({ code, secondsInDoubt, attempts }: Checked): Proof {
  if (isFunded(code)) return "confirmed"
  if (!isReadyToSettle(code)) return "ask-a-person"
  if (secondsInDoubt < SETTLE_REPEAT_AFTER) return "wait"
  return attempts < 2 ? "repeat" : "ask-a-person"
}

export function proveCancel({ code, secondsInDoubt, attempts }: Checked): Proof {
  if (code === "O") return "confirmed"
  if (isFunded(code)) return "ask-a-person"
  return secondsInDoubt < secondsUntilCancelRepeat(attempts) ? "wait" : "repeat"
}

type Sent = { kind: OperationKind; attempts: number; deadline_at: Date | string }

/** Returns when an operation in doubt is sent again without proof; null if never. */
export function repeatTimeOf({ kind, attempts, deadline_at }: Sent): Date | null {
  const after = (seconds: number) => new Date(new Date(deadline_at).getTime() + seconds * 1000)
  if (kind === "cancel") return after(secondsUntilCancelRepeat(attempts))
  return kind === "settle" && attempts < 2 ? after(SETTLE_REPEAT_AFTER) : null
}

type Refund = { kind: OperationKind; new_token: string | null; target_cents: number | null }
type Seen = { code: ReportedCode; amount: number | null; token: string }

/** Whether a status check proves a refund in doubt. `amount` and `target_cents` in cents. */
export function provesRefund(refund: Refund, { code, amount, token }: Seen): boolean {
  if (refund.kind === "refund") return code === "T"
  const isOfItsLoan = refund.new_token === token && refund.target_cents === amount
  return refund.kind === "partial-refund" && isOfItsLoan && isSigned(code)
}

const reached = (call: string) =>
  `It is not known whether the ${call} reached the financing service; no other money operation is begun until it is.`

/** For the merchant: the unknown outcome. */
const NOT_KNOWN: Record<OperationKind, string> = {
  create:
    "It is not known whether the service created this application. The shopper can start another one; a postback for this one will end it.",
  "select-offer": reached("choice of an offer"),
  settle: reached("settle"),
  cancel: reached("cancel"),
  refund: reached("refund"),
  "partial-refund": reached("partial refund"),
  "update-order-id": reached("order's number"),
}

const REPLACED =
  "It is not known whether the refund reached the financing service: it says refunded, but a postback suggests that only a part was refunded, in its portal, and that another application took its place. Compare the order with the portal; no other money operation is begun until it is known."

/** `hasNewToken`: a partial refund was answered with a new token. */
type Doubtful = { kind: OperationKind; hasNewToken?: boolean }

/** The application's last code, and whether its customer's link is known. */
type LastSeen = { code: ReportedCode | null; hasLink: boolean }

/** Returns the review case of an operation in doubt, given the application's last known status. */
export function describeDoubt(
  { kind, hasNewToken = false }: Doubtful,
  { code, hasLink }: LastSeen = { code: null, hasLink: false }
): { cause: ReviewCause; reason: string } {
  if (kind === "refund" && code === "T") {
    return { cause: "doubt", reason: REPLACED }
  }
  const isForCustomer =
    kind === "partial-refund" && hasNewToken && code !== null && waitsForSignature(code)
  return isForCustomer
    ? {
        cause: "sign-again",
        reason: `${describeSignAgain(hasLink)} Until then the partial refund does not count, and no other money operation is begun.`,
      }
    : { cause: "doubt", reason: NOT_KNOWN[kind] }
}

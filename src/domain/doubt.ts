import type { ReviewCause } from "./review-causes"
import type { OperationKind } from "./operation"
import { describeSignAgain, waitsForSignature } from "./sign-again"
import { isFunded, isReadyToSettle, isSigned, type SeenCode } from "./status-codes"

/**
 * How the doubt about a call ends. `run-operation.ts` writes an intent before the call; when the answer is lost, it
 * writes the doubt and a review case in one commit (`money-guard.ts` does so for a process that died over its call).
 * While one that moves money is in doubt, no other begins. Each reconciliation (`check-service.ts`) looks for proof,
 * and the case closes itself once there is one:
 * - settle, cancel: a status check proves them (`proveSettle`, `proveCancel`), or they are sent again, a settle once;
 * - refund of all that is left: T proves it, unless a postback suggests that a part was refunded; never sent again;
 * - create, partial refund: their new token, which the answer would have named; never sent again. A token that a
 *   postback has named since is believed when the service knows it for exactly the target amount (endpoint 8) and
 *   verifies it with the order's details (endpoint 15): `find-lost-token.ts`. A refund counts at the status check in
 *   which that token is signed (`finish-operation.ts`); until then the customer is asked to sign;
 * - choice of an offer, order's number: they set an absolute value and are simply sent again; nobody is asked.
 * A person may answer the case at any time (`resolve-by-person.ts`): that it happened, naming the new token, which the
 * service has to know for the target amount; then it counts at once. Or that it did not; then it is as if it had never
 * been sent, but that a create is still looked for. Without proof and without a person the case stays open. Medusa's
 * row of a refund is gone by then, since our provider threw: `repair.ts` enters it again, without another call.
 */
export type Proof = "confirmed" | "wait" | "repeat" | "ask-a-person"

/** An unanswered settle is repeated once, this long (seconds) after its deadline, if S persists. */
export const SETTLE_REPEAT_AFTER = 15 * 60

/** Seconds before a cancel that is in doubt is sent again; doubled each time, up to an hour. */
export const CANCEL_REPEAT_AFTER = 5
const CANCEL_REPEAT_AT_LEAST_EVERY = 60 * 60

/** Seconds from the end of a cancel, sent so many times, until it is sent again. */
export function secondsUntilCancelRepeat(attempts: number): number {
  return Math.min(CANCEL_REPEAT_AFTER * 2 ** (attempts - 1), CANCEL_REPEAT_AT_LEAST_EVERY)
}

type Checked = { code: SeenCode; secondsInDoubt: number; attempts: number }

/** What a status check proves about a settle in doubt. */
export function proveSettle({ code, secondsInDoubt, attempts }: Checked): Proof {
  if (isFunded(code)) return "confirmed"
  if (!isReadyToSettle(code)) return "ask-a-person"
  if (secondsInDoubt < SETTLE_REPEAT_AFTER) return "wait"
  return attempts < 2 ? "repeat" : "ask-a-person"
}

/** What a status check proves about a cancel in doubt. */
export function proveCancel({ code, secondsInDoubt, attempts }: Checked): Proof {
  if (code === "O") return "confirmed"
  if (isFunded(code)) return "ask-a-person"
  return secondsInDoubt < secondsUntilCancelRepeat(attempts) ? "wait" : "repeat"
}

type Sent = { kind: OperationKind; attempts: number; deadline_at: Date | string }

/** When an operation in doubt is sent again unless a status check proves it; null where it never is. */
export function repeatTimeOf({ kind, attempts, deadline_at }: Sent): Date | null {
  const after = (seconds: number) => new Date(new Date(deadline_at).getTime() + seconds * 1000)
  if (kind === "cancel") return after(secondsUntilCancelRepeat(attempts))
  return kind === "settle" && attempts < 2 ? after(SETTLE_REPEAT_AFTER) : null
}

type Refund = { kind: OperationKind; new_token: string | null; target_cents: number | null }
type Seen = { code: SeenCode; amount: number | null; token: string }

/** Whether a status check proves a refund in doubt. `amount` and `target_cents` in cents. */
export function provesRefund(refund: Refund, { code, amount, token }: Seen): boolean {
  if (refund.kind === "refund") return code === "T"
  const isOfItsLoan = refund.new_token === token && refund.target_cents === amount
  return refund.kind === "partial-refund" && isOfItsLoan && isSigned(code)
}

const reached = (call: string) =>
  `It is not known whether the ${call} reached the financing service; no other money operation is begun until it is.`

/** For the merchant: what is not known. */
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

/** What was last seen of the application, and whether the customer's own link to it is still known. */
type LastSeen = { code: SeenCode | null; hasLink: boolean }

/** What a person is asked about an operation in doubt, in the light of what was seen since, if anything. */
export function questionAbout(
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

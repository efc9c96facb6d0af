import { isFunded, type SeenCode } from "./status-codes"

/** The calls that change something at the service. Each is journaled before it is made. */
export const OPERATION_KINDS = [
  "create",
  "select-offer",
  "settle",
  "cancel",
  "refund",
  "partial-refund",
  "update-order-id",
] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/**
 * `intended`: written, its call is (or was) on its way. `confirmed`: understood success.
 * `refused`: it did not happen. `in-doubt`: nobody knows yet.
 */
export const OPERATION_OUTCOMES = ["intended", "confirmed", "refused", "in-doubt"] as const
export type OperationOutcome = (typeof OPERATION_OUTCOMES)[number]

/** The kinds that move money: while one of them is in doubt, no other is begun. */
export const MONEY_KINDS: readonly OperationKind[] = [
  "settle",
  "cancel",
  "refund",
  "partial-refund",
]

export const REFUND_KINDS: readonly OperationKind[] = ["refund", "partial-refund"]

/**
 * The kinds that set an absolute value and move no money: in doubt, they are simply sent again, and
 * nobody has to be asked.
 */
export const ABSOLUTE_KINDS: readonly OperationKind[] = ["select-offer", "update-order-id"]

export function setsAbsoluteValue(kind: OperationKind): boolean {
  return ABSOLUTE_KINDS.includes(kind)
}

/** Its call has certainly ended, however it did. `now` in milliseconds. */
export function isOverdue({ deadline_at }: { deadline_at: Date | string }, now: number): boolean {
  return new Date(deadline_at).getTime() < now
}

/** What a status check proves about an operation in doubt. */
export type Proof = "confirmed" | "wait" | "repeat" | "ask-a-person"

/** An unanswered settle is repeated once, this long (seconds) after its deadline, if S persists. */
export const SETTLE_REPEAT_AFTER = 15 * 60

/** Seconds on top of a call's own time limit: its row is written a moment before it is sent. */
export const DEADLINE_MARGIN = 5

/** Seconds after its deadline that an operation is looked after, should nobody have ended it. */
export const CHECK_AFTER_DEADLINE = 5

/** Seconds before a cancel that is in doubt is sent again; doubled each time, up to an hour. */
export const CANCEL_REPEAT_AFTER = 5
const CANCEL_REPEAT_AT_LEAST_EVERY = 60 * 60

/** Seconds from the end of a cancel, sent so many times, until it is sent again. */
export function secondsUntilCancelRepeat(attempts: number): number {
  return Math.min(CANCEL_REPEAT_AFTER * 2 ** (attempts - 1), CANCEL_REPEAT_AT_LEAST_EVERY)
}

type Doubt = { code: SeenCode; secondsInDoubt: number; attempts: number }

const PROOF: Record<OperationKind, (doubt: Doubt) => Proof> = {
  // A create leaves no token to ask with: only a postback's hint can tell (see postback-hint).
  create: () => "ask-a-person",
  settle: ({ code, secondsInDoubt, attempts }) => {
    if (isFunded(code)) return "confirmed"
    if (code !== "S") return "ask-a-person"
    if (secondsInDoubt < SETTLE_REPEAT_AFTER) return "wait"
    return attempts < 2 ? "repeat" : "ask-a-person"
  },
  cancel: ({ code, secondsInDoubt, attempts }) => {
    if (code === "O") return "confirmed"
    if (isFunded(code)) return "ask-a-person"
    return secondsInDoubt < secondsUntilCancelRepeat(attempts) ? "wait" : "repeat"
  },
  refund: ({ code }) => (code === "T" ? "confirmed" : "ask-a-person"),
  // The new token is unknown, and a second call would refund a second time.
  "partial-refund": () => "ask-a-person",
  // These set an absolute value: setting it again is harmless.
  "select-offer": () => "repeat",
  "update-order-id": () => "repeat",
}

export function judgeDoubt(kind: OperationKind, doubt: Doubt): Proof {
  return PROOF[kind](doubt)
}

const reached = (call: string) =>
  `It is not known whether the ${call} reached the financing service; no other money operation is begun until it is.`

/** For the merchant: what is not known while an operation is in doubt. */
const DOUBT: Record<OperationKind, string> = {
  create:
    "It is not known whether the service created this application. The shopper can start another one; a postback for this one will end it.",
  "select-offer": reached("choice of an offer"),
  settle: reached("settle"),
  cancel: reached("cancel"),
  refund: reached("refund"),
  "partial-refund": reached("partial refund"),
  "update-order-id": reached("order's number"),
}

export function describeDoubt(kind: OperationKind): string {
  return DOUBT[kind]
}

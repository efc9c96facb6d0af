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

/** Seconds on top of a call's own time limit: its row is written a moment before it is sent. */
export const DEADLINE_MARGIN = 5

/** Seconds after its deadline that an operation is looked after, should nobody have ended it. */
export const CHECK_AFTER_DEADLINE = 5

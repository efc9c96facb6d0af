/** The calls that change an application at the service. Each is journaled before it is made. */
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

/** `intended`: recorded before its call. `confirmed`: succeeded. `refused`: did not happen. `in-doubt`: unknown. */
export const OPERATION_OUTCOMES = ["intended", "confirmed", "refused", "in-doubt"] as const
export type OperationOutcome = (typeof OPERATION_OUTCOMES)[number]

/** The kinds that move money: while one is in doubt, no other begins. */
export const MONEY_KINDS: readonly OperationKind[] = [
  "settle",
  "cancel",
  "refund",
  "partial-refund",
]

export const REFUND_KINDS: readonly OperationKind[] = ["refund", "partial-refund"]

/** The kinds that set an absolute value and move no money: in doubt, they are sent again without a review case. */
export const ABSOLUTE_KINDS: readonly OperationKind[] = ["select-offer", "update-order-id"]

export function setsAbsoluteValue(kind: OperationKind): boolean {
  return ABSOLUTE_KINDS.includes(kind)
}

type Resolved = { resolved_by: string | null; error_code: string | null }

/** Whether staff recorded it from the service's portal. A lost answer that staff confirmed has an error code. */
export function isRecordedByStaff({ resolved_by, error_code }: Resolved): boolean {
  return resolved_by !== null && error_code === null
}

type PartialRefund = Resolved & {
  kind: OperationKind
  new_token: string | null
  target_cents: number | null
}

/**
 * Whether staff recorded a part that has no new application and was never paid out: the service pays less, and
 * took nothing back. `paidOut` in cents.
 */
export function isCountedAsNotPaid(operation: PartialRefund, paidOut: number | null): boolean {
  const { kind, new_token, target_cents } = operation
  const isPart = kind === "partial-refund" && new_token === null && isRecordedByStaff(operation)
  return isPart && (paidOut ?? 0) <= (target_cents ?? 0)
}

/** Whether its call has certainly ended, with any outcome. `now` in milliseconds. */
export function isOverdue({ deadline_at }: { deadline_at: Date | string }, now: number): boolean {
  return new Date(deadline_at).getTime() < now
}

/** Seconds beyond the call's own time limit, because its row is written before the call. */
export const DEADLINE_MARGIN = 5

/** Seconds after its deadline until an unfinished operation is checked. */
export const CHECK_AFTER_DEADLINE = 5

import type { ReviewCause } from "../../../domain/review-causes"
import type { Circumstances } from "../../../domain/review-actions"
import { readStatusCode } from "../../../domain/status-codes"
import type { ApplicationRecord, ReviewCaseRecord, OperationRecord } from "../records"

/** What both sides say of an application, as far as anybody looked. Amounts in cents. */
export type Sides = Pick<
  ReviewCaseRecord,
  | "purchase_state"
  | "financed_cents"
  | "captured_cents"
  | "refunded_cents"
  | "code"
  | "service_cents"
>

export function sidesOf(application: ApplicationRecord): Sides {
  return {
    purchase_state: application.seen_purchase_state,
    financed_cents: application.financed_cents,
    captured_cents: application.seen_captured_cents,
    refunded_cents: application.seen_refunded_cents,
    code: application.code,
    service_cents: application.service_cents,
  }
}

const COMPARED = [
  "purchase_state",
  "captured_cents",
  "refunded_cents",
  "code",
  "service_cents",
] as const

/** What nobody had looked at before has not changed. */
export function haveChanged(before: Sides, now: Sides): boolean {
  return COMPARED.some((key) => before[key] !== null && before[key] !== now[key])
}

type Open = { operation: OperationRecord; doubtful: boolean }

/** What decides which actions are possible, as far as anybody looked. */
export function circumstancesOf(
  {
    state,
    code,
    settled,
    seen_purchase_state,
    seen_captured_cents,
    seen_refunded_cents,
  }: ApplicationRecord,
  open: Open | null
): Omit<Circumstances, "acknowledged"> {
  return {
    purchaseState: seen_purchase_state,
    code: code === null ? null : readStatusCode(code),
    captured: (seen_captured_cents ?? 0) > (seen_refunded_cents ?? 0),
    settling: state === "settling",
    settled,
    open: open && { kind: open.operation.kind, doubtful: open.doubtful },
  }
}

/** What a person is asked, with what both sides say. */
export type Word = { cause: ReviewCause; reason: string } & Sides

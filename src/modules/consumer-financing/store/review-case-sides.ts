import type { Circumstances } from "../../../domain/review-actions"
import { readStatusCode } from "../../../domain/status-codes"
import type { ApplicationRecord } from "../records"
import type { OpenOperationRow } from "./aggregate"

export type Sides = ReturnType<typeof sidesOf>

/** Returns what Medusa and the service say about an application, as far as read. Amounts in cents. */
export function sidesOf(application: ApplicationRecord) {
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

/** A value that was unknown before has not changed. */
export function haveChanged(before: Sides, now: Sides): boolean {
  return COMPARED.some((key) => before[key] !== null && before[key] !== now[key])
}

/** Returns the data that decides which actions are available, as far as read. */
export function circumstancesOf(
  application: ApplicationRecord,
  open: OpenOperationRow | null
): Omit<Circumstances, "acknowledged"> {
  const { code, seen_captured_cents: captured, seen_refunded_cents: refunded } = application
  return {
    purchaseState: application.seen_purchase_state,
    code: code === null ? null : readStatusCode(code),
    captured: (captured ?? 0) > (refunded ?? 0),
    settling: application.state === "settling",
    settled: application.settled,
    open: open && { kind: open.operation.kind, doubtful: open.doubtful },
  }
}

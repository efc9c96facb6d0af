import { type Cents, cents } from "../../domain/money"
import { REFUND_KINDS, type OperationKind, type OperationOutcome } from "../../domain/operation"

/** An operation of our journal, as far as Medusa's books depend on it. */
export type JournalRecord = {
  id: string
  kind: OperationKind
  outcome: OperationOutcome
  /** Medusa's capture or refund row that it stands for. */
  reference: string | null
  target_cents: number | null
  created_at: Date | string
  finished_at: Date | string | null
}

/** A refund that happened at the service. */
export type JournaledRefund = {
  operationId: string
  /** Medusa's refund row, as far as we know; it may be gone. */
  reference: string | null
  cents: Cents
  /** When it was known to have happened (milliseconds). */
  knownAt: number
  /** Nothing is left to refund after it. */
  isLast: boolean
}

/** What our journal says has happened at the service. */
export type JournalLedger = {
  isSettled: boolean
  /** Oldest first. */
  refunds: JournaledRefund[]
}

/** Reads what happened out of the journal: targets are what is financed after each operation. */
export function readJournalLedger(
  records: readonly JournalRecord[],
  financed: Cents
): JournalLedger {
  // What is left falls with each refund, whatever the clocks of the servers say that wrote them.
  const confirmed = records
    .filter(({ outcome }) => outcome === "confirmed")
    .sort((one, two) => (two.target_cents ?? 0) - (one.target_cents ?? 0))
  const refunds: JournaledRefund[] = []
  let left = financed
  for (const { id, kind, reference, target_cents, finished_at } of confirmed) {
    if (REFUND_KINDS.includes(kind)) {
      const target = cents(target_cents ?? 0)
      refunds.push({
        operationId: id,
        reference,
        cents: cents(left - target),
        knownAt: new Date(finished_at ?? 0).getTime(),
        isLast: target === 0,
      })
      left = target
    }
  }
  return { isSettled: confirmed.some(({ kind }) => kind === "settle"), refunds }
}

import { cents } from "../../../../src/domain/money"
import { findDiscrepancies } from "../../../../src/translation/ledger/find-discrepancies"
import {
  type JournalLedger,
  type JournalRecord,
  readJournalLedger,
} from "../../../../src/translation/ledger/order-ledger"
import { buildLedger, buildTransaction, type LedgerInput } from "./example-ledgers"

export const SETTLE_RECORD: JournalRecord = {
  id: "finop_settle",
  kind: "settle",
  outcome: "confirmed",
  reference: "capt_1",
  target_cents: 100_000,
}

/** Builds a confirmed refund after which this many dollars are still financed. */
export const buildRefund = (
  dollars: number,
  reference: string | null,
  changes: Partial<JournalRecord> = {}
): JournalRecord => ({
  id: `finop_${dollars}`,
  kind: dollars === 0 ? "refund" : "partial-refund",
  outcome: "confirmed",
  reference,
  target_cents: dollars * 100,
  ...changes,
})

export const buildJournal = (...records: JournalRecord[]): JournalLedger =>
  readJournalLedger(records, cents(100_000))

/** The journal of a financing that ended without a settle. */
export const ENDED_JOURNAL = readJournalLedger([], cents(100_000), true)

export const CAPTURE_TRANSACTION = buildTransaction(["capture", "capt_1"], 1000)

export const findLedgerDiscrepancies = (input: LedgerInput, ...records: JournalRecord[]) =>
  findDiscrepancies(buildLedger(input), buildJournal(...records))

export const listDiscrepancyKinds = (input: LedgerInput, ...records: JournalRecord[]) =>
  findLedgerDiscrepancies(input, ...records).map(({ kind }) => kind)

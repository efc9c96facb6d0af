import { cents } from "../../../../src/domain/money"
import { findDiscrepancies } from "../../../../src/translation/ledger/find-discrepancies"
import {
  type JournalLedger,
  type JournalRecord,
  readJournalLedger,
} from "../../../../src/translation/ledger/order-ledger"
import { ledger, transaction, type Wish } from "./example-ledgers"

export const settle: JournalRecord = {
  id: "finop_settle",
  kind: "settle",
  outcome: "confirmed",
  reference: "capt_1",
  target_cents: 100_000,
}

/** Builds a confirmed refund after which this many dollars are still financed. */
export const refundTo = (
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

export const journal = (...records: JournalRecord[]): JournalLedger =>
  readJournalLedger(records, cents(100_000))

/** The journal of a financing that ended without a settle. */
export const ENDED = readJournalLedger([], cents(100_000), true)

export const CAPTURED = transaction(["capture", "capt_1"], 1000)

export const discrepancies = (wish: Wish, ...records: JournalRecord[]) =>
  findDiscrepancies(ledger(wish), journal(...records))

export const kinds = (wish: Wish, ...records: JournalRecord[]) =>
  discrepancies(wish, ...records).map(({ kind }) => kind)

import { cents } from "../../../../src/domain/money"
import { findBookFlaws } from "../../../../src/translation/books/find-book-flaws"
import {
  type JournalBooks,
  type JournalRecord,
  readJournalBooks,
} from "../../../../src/translation/books/journal-books"
import { books, secondsAgo, transaction, type Wish } from "./some-books"

export const settle: JournalRecord = {
  id: "finop_settle",
  kind: "settle",
  outcome: "confirmed",
  reference: "capt_1",
  target_cents: 100_000,
  created_at: secondsAgo(3600),
  finished_at: secondsAgo(3590),
}

/** A refund that happened, so that this is left. */
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
  created_at: secondsAgo(1800 - (1000 - dollars)),
  finished_at: secondsAgo(700),
  ...changes,
})

export const journal = (...records: JournalRecord[]): JournalBooks =>
  readJournalBooks(records, cents(100_000))

export const CAPTURED = transaction(["capture", "capt_1"], 1000)

export const flaws = (wish: Wish, ...records: JournalRecord[]) =>
  findBookFlaws(books(wish), journal(...records))

export const kinds = (wish: Wish, ...records: JournalRecord[]) =>
  flaws(wish, ...records).map(({ kind }) => kind)

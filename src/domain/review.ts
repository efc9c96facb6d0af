import type { ReviewCause } from "./review-causes"

/** One case for a person: why they are asked, and a sentence that says what happened and what to do. */
export type ReviewCase = { cause: ReviewCause; reason: string }

/** What becomes of an application's review cases. */
export type Review = {
  /** Open from now on. */
  open: readonly ReviewCase[]
  /** Stay open as they are, where they are. */
  keep: readonly ReviewCause[]
  /** Closed: what caused them is settled. */
  close: readonly ReviewCause[]
  /** Both sides agree: whatever was asked before this reconciliation is settled. */
  agreed: boolean
}

export const NOTHING_TO_REVIEW: Review = { open: [], keep: [], close: [], agreed: false }

/** A review that opens these cases and leaves the others alone. */
export function opening(...open: ReviewCase[]): Review {
  return { ...NOTHING_TO_REVIEW, open }
}

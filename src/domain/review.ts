import type { ReviewCause } from "./review-causes"

/** One review case: its cause, and a sentence that says what happened and what to do. */
export type ReviewCase = { cause: ReviewCause; reason: string }

export type Review = {
  open: readonly ReviewCase[]
  /** Cases to leave unchanged. */
  keep: readonly ReviewCause[]
  close: readonly ReviewCause[]
  /** Both sides agree, so all older cases are closed. */
  agreed: boolean
}

export const NOTHING_TO_REVIEW: Review = { open: [], keep: [], close: [], agreed: false }

/** A review that opens these cases and leaves the others alone. */
export function opening(...open: ReviewCase[]): Review {
  return { ...NOTHING_TO_REVIEW, open }
}

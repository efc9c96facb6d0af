import { shortLine } from "../domain/clean-text"

/** What Medusa keeps about a refund: the merchant's note and the chosen reason. */
export type RefundRecord = {
  note?: string | null
  refund_reason?: { label?: string | null } | null
}

const LONGEST_REASON = 250
const DEFAULT_REASON = "Refunded by the merchant."

/**
 * The `reason` of Refund (endpoint 12): the merchant's note, else the label of the refund reason,
 * else a sentence of ours. One line, never empty, and at most 250 characters: Medusa keeps
 * the whole note, and no refund fails because of a long one.
 */
export function toRefundReason(refund: RefundRecord | null | undefined): string {
  return (
    shortLine(refund?.note, LONGEST_REASON) ||
    shortLine(refund?.refund_reason?.label, LONGEST_REASON) ||
    DEFAULT_REASON
  )
}

import { cleanLine } from "../domain/clean-text"

/** What Medusa keeps about a refund: the merchant's note and the chosen reason. */
export type RefundRecord = {
  note?: string | null
  refund_reason?: { label?: string | null } | null
}

const LONGEST_REASON = 250
const DEFAULT_REASON = "Refunded by the merchant."

/**
 * The `reason` of Refund (endpoint 12): the merchant's note, else the label of the refund reason,
 * else a sentence of ours. One line, at most 250 characters, never empty.
 */
export function toRefundReason(refund: RefundRecord | null | undefined): string {
  return (
    cleanLine(refund?.note, LONGEST_REASON) ||
    cleanLine(refund?.refund_reason?.label, LONGEST_REASON) ||
    DEFAULT_REASON
  )
}

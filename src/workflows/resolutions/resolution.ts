import type { MedusaContainer } from "@medusajs/framework/types"
import type { ReviewCaseRecord, OperationRecord } from "../../modules/consumer-financing/records"
import type { Seen } from "../../reconciliation/observe-store"

/** What a person decided about a review case, and both worlds as they were seen right before. */
export type Resolution = {
  reviewCase: ReviewCaseRecord
  seen: Seen
  /** The operation that is not finished. */
  operation: OperationRecord | null
  /** Who decided, an id, and why. */
  actor: string
  note: string
  /** For `refund`: how much, in cents; else everything that is left. `record-refund` needs it. */
  cents?: number | undefined
  /** For `refund` of a part: what was left to refund when it was decided, in cents. */
  leftCents?: number | undefined
  /** For a call in doubt, or a refund in the portal, that made an application: its token. */
  token?: string | undefined
}

/**
 * Carries one action out by the same verbs as everything else, or throws a sentence that says why
 * not. Whether it is possible was decided by what was seen; who did it is noted by the caller.
 */
export type Resolve = (container: MedusaContainer, resolution: Resolution) => Promise<void>

import type { ReviewCaseView } from "../review-case-view"
import type { Context } from "../context"
import type { ApplicationRecord, OperationRecord, TimelineRecord, TokenRecord } from "../records"
import { listReviewCases } from "./list-review-cases"

/** Everything that is remembered of one application, the oldest of each kind first. */
export type ApplicationFile = {
  application: ApplicationRecord
  tokens: TokenRecord[]
  operations: OperationRecord[]
  timeline: TimelineRecord[]
  review_cases: ReviewCaseView[]
}

/** More lines than a person reads; the newest of a longer life. */
const LINES = 200

/** The whole file of one application. Throws MedusaError NOT_FOUND. */
export async function readApplication(context: Context, id: string): Promise<ApplicationFile> {
  const application = await context.rows.retrieveFinancingApplication(id)
  const whose = { application_id: id }
  const newest = { order: { created_at: "DESC", id: "DESC" }, take: LINES } as const
  const [tokens, operations, timeline, { review_cases }] = await Promise.all([
    context.rows.listFinancingTokens(whose, { order: { position: "ASC" }, take: null }),
    context.rows.listFinancingOperations(whose, newest),
    context.rows.listFinancingTimelineEntries(whose, newest),
    listReviewCases(context, whose, { take: LINES }),
  ])
  return {
    application,
    tokens,
    operations: operations.reverse(),
    timeline: timeline.reverse(),
    review_cases,
  }
}

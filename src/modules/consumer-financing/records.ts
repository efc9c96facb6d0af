import type { InferTypeOf } from "@medusajs/framework/types"
import type * as models from "./models"

/** Rows as the module's service returns them (relations only where they were asked for). */
export type ApplicationRecord = Omit<
  InferTypeOf<typeof models.FinancingApplication>,
  "review_cases" | "tokens" | "sessions" | "operations" | "postbacks" | "timeline"
>
export type ReviewCaseRecord = Omit<InferTypeOf<typeof models.FinancingReviewCase>, "application">
export type TokenRecord = Omit<InferTypeOf<typeof models.FinancingToken>, "application">
export type PreApprovalRecord = InferTypeOf<typeof models.FinancingPreApproval>
export type OperationRecord = Omit<InferTypeOf<typeof models.FinancingOperation>, "application">
export type PostbackRecord = Omit<InferTypeOf<typeof models.FinancingPostback>, "application">
export type TimelineRecord = Omit<InferTypeOf<typeof models.FinancingTimelineEntry>, "application">

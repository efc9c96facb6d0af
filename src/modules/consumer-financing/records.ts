import type { InferTypeOf } from "@medusajs/framework/types"
import type * as models from "./models"
import { cents, type Cents } from "../../domain/money"

/** Rows as the module's service returns them, with relations only where requested. */
export type ApplicationRecord = Omit<
  InferTypeOf<typeof models.FinancingApplication>,
  "review_cases" | "tokens" | "sessions" | "operations" | "postbacks" | "timeline"
>
export type ReviewCaseRecord = Omit<InferTypeOf<typeof models.FinancingReviewCase>, "application">
export type TokenRecord = Omit<InferTypeOf<typeof models.FinancingToken>, "application">
export type PreApprovalRecord = InferTypeOf<typeof models.FinancingPreApproval>
export type OperationRecord = Omit<InferTypeOf<typeof models.FinancingOperation>, "application">
export type PostbackRecord = Omit<InferTypeOf<typeof models.FinancingPostback>, "application">

const HIGHEST = 2 ** 31 - 1

/**
 * Limits an amount of the service to its integer column. "No limit" may be written as an amount above 21 million
 * dollars; the limit still matches no purchase.
 */
export function clampInt32(amount: Cents | null): Cents | null {
  return amount === null ? null : cents(Math.min(Math.max(amount, -HIGHEST), HIGHEST))
}

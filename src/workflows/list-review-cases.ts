import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type {
  ReviewCaseFilter,
  ReviewCasePage,
} from "../modules/consumer-financing/operations/list-review-cases"

/** Which ones, and which page of them: 20 when nothing is said. */
export type ListFinancingReviewCasesInput = ReviewCaseFilter & ReviewCasePage

const readReviewCasesStep = createStep(
  "read-financing-review-cases",
  async ({ take, skip, order, ...filter }: ListFinancingReviewCasesInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    return new StepResponse(await financing.listReviewCases(filter, { take, skip, order }))
  }
)

/** What people have to look at, the oldest first, each with the actions that can resolve it now. */
export const listFinancingReviewCasesWorkflow = createWorkflow(
  "list-financing-review-cases",
  (input: ListFinancingReviewCasesInput) => new WorkflowResponse(readReviewCasesStep(input))
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type {
  AttentionFilter,
  AttentionPage,
} from "../modules/consumer-financing/operations/list-attentions"

/** Which ones, and which page of them: 20 when nothing is said. */
export type ListFinancingAttentionsInput = AttentionFilter & AttentionPage

const readAttentionsStep = createStep(
  "read-financing-attentions",
  async ({ take, skip, order, ...filter }: ListFinancingAttentionsInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    return new StepResponse(await financing.listAttentions(filter, { take, skip, order }))
  }
)

/** What people have to look at, the oldest first, each with the actions that can resolve it now. */
export const listFinancingAttentionsWorkflow = createWorkflow(
  "list-financing-attentions",
  (input: ListFinancingAttentionsInput) => new WorkflowResponse(readAttentionsStep(input))
)

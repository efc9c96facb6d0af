import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

export type ReceivePostbackInput = {
  application_id: string
  content_type: string | null
  bytes: number
  body: string
}

const insertPostbackStep = createStep(
  "insert-financing-postback",
  async (input: ReceivePostbackInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { id } = await financing.createFinancingPostbacks(input)
    return new StepResponse({ id })
  }
)

/** Puts a postback into the inbox, unread. Nothing is asked of anyone before it is answered. */
export const receivePostbackWorkflow = createWorkflow(
  "receive-financing-postback",
  (input: ReceivePostbackInput) => new WorkflowResponse(insertPostbackStep(input))
)

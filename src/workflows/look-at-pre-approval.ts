import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { PreApprovalState } from "../domain/pre-approval"
import { FinancingError } from "../financing-api"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toBareValidationRequest } from "../translation/validation-request"

export type LookAtPreApprovalInput = {
  pre_approval_id: string
  /** The service wrote about it: endpoint 15's word is recorded, without details. */
  validate?: boolean
}

/** `state` is null when the service did not answer: the schedule tries again. */
type Looked = { state: PreApprovalState | null }

const lookStep = createStep(
  "look-at-financing-pre-approval",
  async ({ pre_approval_id: id, validate }: LookAtPreApprovalInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    try {
      const { state, environment, token } = await financing.preApprovals.lookAtPreApproval(id)
      if (validate && token !== null) {
        const client = financing.clients.for({ environment })
        const validation = await client.validatePostback(toBareValidationRequest(token))
        await financing.updateFinancingPreApprovals({ id, validation })
      }
      return new StepResponse<Looked>({ state })
    } catch (error) {
      if (error instanceof FinancingError) {
        return new StepResponse<Looked>({ state: null })
      }
      throw error
    }
  }
)

/** Asks the service how a pre-approval stands, and up to which amount (endpoint 8). */
export const lookAtPreApprovalWorkflow = createWorkflow(
  "look-at-pre-approval-of-financing",
  (input: LookAtPreApprovalInput) => new WorkflowResponse(lookStep(input))
)

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

export type CheckPreApprovalInput = {
  pre_approval_id: string
  /** The service wrote about it: endpoint 15's word is recorded, without details. */
  validate?: boolean
}

/** `state` is null when the service did not answer: the schedule tries again. */
type Checked = { state: PreApprovalState | null }

const checkStep = createStep(
  "check-financing-pre-approval",
  async ({ pre_approval_id: id, validate }: CheckPreApprovalInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    try {
      const { state, environment, token } = await financing.preApprovals.checkPreApproval(id)
      if (validate && token !== null) {
        const client = financing.clients.for({ environment })
        const validation = await client.validatePostback(toBareValidationRequest(token))
        await financing.updateFinancingPreApprovals({ id, validation })
      }
      return new StepResponse<Checked>({ state })
    } catch (error) {
      if (error instanceof FinancingError) {
        return new StepResponse<Checked>({ state: null })
      }
      throw error
    }
  }
)

/** Asks the service how a pre-approval stands, and up to which amount (endpoint 8). */
export const checkPreApprovalWorkflow = createWorkflow(
  "check-pre-approval-of-financing",
  (input: CheckPreApprovalInput) => new WorkflowResponse(checkStep(input))
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { PreApprovalState } from "../domain/pre-approval"
import { FinancingError } from "../financing-api"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toBareValidationRequest } from "../translation/requests"

export type CheckPreApprovalInput = {
  pre_approval_id: string
  /** Set after a postback: records endpoint 15's verdict, without details. */
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

/** Checks a pre-approval's status and maximum (endpoint 8). */
export const checkPreApprovalWorkflow = createWorkflow(
  "check-pre-approval-of-financing",
  (input: CheckPreApprovalInput) => new WorkflowResponse(checkStep(input))
)

export type WakePreApprovalInput = {
  environment: string
  /** The token in the postback; null without one. */
  token: string | null
}

export type WokenPreApproval = {
  /** The application that now has the token. */
  applicationId: string | null
  /** Else the pre-approval with the token, whose status check is now due. */
  preApprovalId: string | null
}

const wakeStep = createStep(
  "wake-financing-pre-approval",
  async ({ environment, token }: WakePreApprovalInput, { container }) => {
    const woken: WokenPreApproval = { applicationId: null, preApprovalId: null }
    if (token === null) {
      return new StepResponse(woken)
    }
    const financing = container.resolve(CONSUMER_FINANCING)
    const application = await financing.tokens.findApplication(token)
    if (application?.kind === "pre-approval" && application.environment === environment) {
      return new StepResponse<WokenPreApproval>({ ...woken, applicationId: application.id })
    }
    const [known] = await financing.listFinancingPreApprovals(
      { token, application_id: null, next_check_at: { $ne: null } },
      { take: 1 }
    )
    if (known?.environment !== environment) {
      return new StepResponse(woken)
    }
    await financing.updateFinancingPreApprovals({
      id: known.id,
      checks_done: 0,
      next_check_at: financing.clock.dateIn(0),
    })
    return new StepResponse<WokenPreApproval>({ ...woken, preApprovalId: known.id })
  }
)

/** Makes the status check of a postback's pre-approval due; calls no service. */
export const wakePreApprovalWorkflow = createWorkflow(
  "wake-pre-approval-of-financing",
  (input: WakePreApprovalInput) => new WorkflowResponse(wakeStep(input))
)

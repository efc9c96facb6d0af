import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

export type WakePreApprovalInput = {
  environment: string
  /** As a postback named it; null when it named none. */
  token: string | null
}

export type WokenPreApproval = {
  /** The application that has the token by now. */
  applicationId: string | null
  /** Else the pre-approval that has it, whose status check is due from now on. */
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

/** The service wrote about a pre-approval: its status check is due. Nothing is asked of anyone here. */
export const wakePreApprovalWorkflow = createWorkflow(
  "wake-pre-approval-of-financing",
  (input: WakePreApprovalInput) => new WorkflowResponse(wakeStep(input))
)

import type { PreApprovalState } from "../domain/pre-approval"
import { FinancingError } from "../financing-api"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toBareValidationRequest } from "../translation/requests"
import { createOneStepWorkflow } from "./one-step-workflow"

export type CheckPreApprovalInput = {
  pre_approval_id: string
  /** Set after a postback: records endpoint 15's verdict, without details. */
  validate?: boolean
}

/**
 * Checks a pre-approval's status and maximum (endpoint 8). `state` is null when the service did not answer: the
 * schedule tries again.
 */
export const checkPreApprovalWorkflow = createOneStepWorkflow(
  "check-pre-approval-of-financing",
  async (
    { pre_approval_id: id, validate }: CheckPreApprovalInput,
    container
  ): Promise<{ state: PreApprovalState | null }> => {
    const financing = container.resolve(CONSUMER_FINANCING)
    try {
      const { state, environment, token } = await financing.preApprovals.checkPreApproval(id)
      if (validate && token !== null) {
        const client = financing.clients.for({ environment })
        const validation = await client.validatePostback(toBareValidationRequest(token))
        await financing.updateFinancingPreApprovals({ id, validation })
      }
      return { state }
    } catch (error) {
      if (error instanceof FinancingError) {
        return { state: null }
      }
      throw error
    }
  }
)

export type WakePreApprovalInput = {
  environment: string
  /** The token in the postback; null if it names none. */
  token: string | null
}

export type WokenPreApproval = {
  /** The application that now has the token. */
  applicationId: string | null
  /** Else the pre-approval with the token, whose status check is now due. */
  preApprovalId: string | null
}

/** Makes the status check of a postback's pre-approval due; calls no service. */
export const wakePreApprovalWorkflow = createOneStepWorkflow(
  "wake-pre-approval-of-financing",
  async ({ environment, token }: WakePreApprovalInput, container): Promise<WokenPreApproval> => {
    const woken = { applicationId: null, preApprovalId: null }
    if (token === null) {
      return woken
    }
    const financing = container.resolve(CONSUMER_FINANCING)
    const application = await financing.tokens.findApplication(token)
    if (application?.kind === "pre-approval" && application.environment === environment) {
      return { ...woken, applicationId: application.id }
    }
    const [known] = await financing.listFinancingPreApprovals(
      { token, application_id: null, next_check_at: { $ne: null } },
      { take: 1 }
    )
    if (known?.environment !== environment) {
      return woken
    }
    await financing.updateFinancingPreApprovals({
      id: known.id,
      checks_done: 0,
      next_check_at: financing.clock.dateIn(0),
    })
    return { ...woken, preApprovalId: known.id }
  }
)

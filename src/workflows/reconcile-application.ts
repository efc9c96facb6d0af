import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { reconcile } from "../reconciliation/reconcile"
import type { ReconcileApplicationInput } from "../reconciliation/turn"

export const reconcileApplicationWorkflowId = "reconcile-financing-application"

/** One step without compensation: each part checks what exists already. */
const reconcileStep = createStep(
  "reconcile-financing-application",
  async (input: ReconcileApplicationInput, { container }) =>
    new StepResponse(await reconcile(container, input))
)

/**
 * Compares Medusa and the service for one application and updates whichever is behind: see `reconcile`. Postbacks,
 * returns, the schedule and staff all run this.
 */
export const reconcileApplicationWorkflow = createWorkflow(
  reconcileApplicationWorkflowId,
  (input: ReconcileApplicationInput) => new WorkflowResponse(reconcileStep(input))
)

/** For a waiting caller: logs a failed reconciliation, which the schedule repeats. */
export async function tryToReconcile(
  container: MedusaContainer,
  input: ReconcileApplicationInput,
  occasion: string
): Promise<void> {
  const workflow = reconcileApplicationWorkflow(container)
  const { errors } = await workflow.run({ input, throwOnError: false })
  if (errors.length > 0) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`consumer-financing: ${input.application_id} could not be reconciled ${occasion}`)
  }
}

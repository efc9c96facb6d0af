import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reconcile } from "../reconciliation/reconcile"
import type { ReconcileApplicationInput } from "../reconciliation/turn"
import { createOneStepWorkflow } from "./framework"

export const reconcileApplicationWorkflowId = "reconcile-financing-application"

/**
 * Compares Medusa and the service for one application and updates whichever is behind: see `reconcile`. Postbacks,
 * returns, the schedule and staff all run this.
 */
export const reconcileApplicationWorkflow = createOneStepWorkflow(
  reconcileApplicationWorkflowId,
  async (input: ReconcileApplicationInput, container) => await reconcile(container, input)
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

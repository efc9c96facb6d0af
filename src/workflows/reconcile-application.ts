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

/** One step: nothing in it is taken back, and each part of it looks at what is there already. */
const reconcileStep = createStep(
  "reconcile-financing-application",
  async (input: ReconcileApplicationInput, { container }) =>
    new StepResponse(await reconcile(container, input))
)

/**
 * Compares both worlds for one application and moves whichever is behind: see `reconcile`. Postback,
 * way back, schedule and people all run this.
 */
export const reconcileApplicationWorkflow = createWorkflow(
  reconcileApplicationWorkflowId,
  (input: ReconcileApplicationInput) => new WorkflowResponse(reconcileStep(input))
)

/** For somebody who waits: a reconciliation that fails is logged, and repeated by schedule. */
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

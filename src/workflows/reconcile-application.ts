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

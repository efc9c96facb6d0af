import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { reconcile } from "../reconciliation/reconcile"
import type { SyncApplicationInput } from "../reconciliation/sync-input"

export const syncApplicationWorkflowId = "sync-financing-application"

/** One step: nothing in it is taken back, and each part of it looks at what is there already. */
const reconcileStep = createStep(
  "reconcile-financing-application",
  async (input: SyncApplicationInput, { container }) =>
    new StepResponse(await reconcile(container, input))
)

/**
 * Compares both worlds for one application and moves whichever is behind: see `reconcile`. Postback,
 * way back, schedule and people all run this.
 */
export const syncApplicationWorkflow = createWorkflow(
  syncApplicationWorkflowId,
  (input: SyncApplicationInput) => new WorkflowResponse(reconcileStep(input))
)

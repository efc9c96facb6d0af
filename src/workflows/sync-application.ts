import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { carryOutMoveStep } from "./steps/carry-out-move"
import { decideMoveStep } from "./steps/decide-move"
import { endTurnStep } from "./steps/end-turn"
import { lookAtServiceStep } from "./steps/look-at-service"
import { takeTurnStep } from "./steps/take-turn"
import { tellOrderIdStep } from "./steps/tell-order-id"
import { tellPaymentStep } from "./steps/tell-payment"
import type { SyncApplicationInput } from "./sync-input"

export const syncApplicationWorkflowId = "sync-financing-application"

/**
 * Compares both worlds for one application and moves whichever is behind: looks at the service,
 * brings Medusa's own books in order, reads what stands in Medusa, decides by one table, carries it
 * out, brings Medusa's payment session up to date, and tells the service the order's number. Postback, way back, schedule and people all run this;
 * running it again, or twice at once, changes nothing but latency.
 */
export const syncApplicationWorkflow = createWorkflow(
  syncApplicationWorkflowId,
  (input: SyncApplicationInput) => {
    const turn = takeTurnStep(input)
    const looked = lookAtServiceStep(turn)
    const decision = decideMoveStep({ input, looked })
    const carriedOut = carryOutMoveStep(decision)
    const shown = tellPaymentStep(carriedOut)
    const told = tellOrderIdStep(shown)
    endTurnStep({ turn, told })
    return new WorkflowResponse(told)
  }
)

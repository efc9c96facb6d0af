import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { checkService } from "../reconciliation/check-service"
import { observeStore } from "../reconciliation/observe-store"
import { endTurn, type Turn } from "../reconciliation/turn"
import {
  resolveReviewCaseStep,
  type ResolveFinancingReviewCaseInput,
} from "./steps/resolve-review-case"
import { reconcileForPersonStep } from "./steps/reconcile-for-person"
import { takeTurnToResolveStep } from "./steps/take-turn-to-resolve"

export type { ResolveFinancingReviewCaseInput }

export type ResolveFinancingReviewCaseResult = {
  review_case_id: string
  application_id: string
  action: string
  /** It asks for nobody any more: gone, or acknowledged. */
  settled: boolean
}

/** Both sides as they stand now, for a person who decides: nothing is moved. */
const observeStep = createStep("observe-financing", async (turn: Turn, { container }) => {
  const looked = await checkService(container, turn)
  const { seen } = await observeStore(container, looked)
  return new StepResponse(seen)
})

/** `told` only orders this after everything else. */
const endTurnStep = createStep(
  "end-turn-to-reconcile",
  async ({ turn }: { turn: Turn; told: unknown }, { container }) => {
    await endTurn(container, turn)
    return new StepResponse(null)
  }
)

/**
 * A person's decision about a review case. Both worlds are looked at first; an action that is not
 * possible (any more) is refused with a sentence (INVALID_DATA), and so is what the service or Medusa
 * refuses. Who decided what and why stands in the timeline either way. One at a time: a second
 * person waits, and then finds it settled. A reconciliation follows, which takes back what is settled.
 */
export const resolveFinancingReviewCaseWorkflow = createWorkflow(
  "resolve-financing-review-case",
  (input: ResolveFinancingReviewCaseInput) => {
    const turn = takeTurnToResolveStep(input)
    const seen = observeStep(turn)
    const resolved = resolveReviewCaseStep({ input, seen })
    const ended = endTurnStep({ turn, told: resolved })
    const reconciled = transform(
      { resolved, ended },
      ({ resolved: { application_id, ...rest } }) => ({
        ...rest,
        application_id,
      })
    )
    return new WorkflowResponse(reconcileForPersonStep(reconciled))
  }
)

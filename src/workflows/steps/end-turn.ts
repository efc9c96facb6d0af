import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { endTurn } from "../../reconciliation/end-turn"
import type { Turn } from "../../reconciliation/take-turn"

/** `told` only orders this after everything else. */
export const endTurnStep = createStep(
  "end-turn-to-reconcile",
  async ({ turn }: { turn: Turn; told: unknown }, { container }) => {
    await endTurn(container, turn)
    return new StepResponse(null)
  }
)

import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { leaseName, type Turn } from "./take-turn"

/** Lets the next sync of the application begin. `told` only orders this after everything else. */
export const endTurnStep = createStep(
  "end-turn-to-sync",
  async ({ turn }: { turn: Turn; told: unknown }, { container }) => {
    if (turn.holder) {
      const name = leaseName(turn.applicationId)
      await container.resolve(CONSUMER_FINANCING).releaseLease({ name, holder: turn.holder })
    }
    return new StepResponse(null)
  }
)

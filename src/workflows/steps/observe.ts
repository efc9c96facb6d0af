import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { lookAtService } from "../../reconciliation/look-at-service"
import { observeStore } from "../../reconciliation/read-store-side"
import type { Turn } from "../../reconciliation/take-turn"

/** Both sides as they stand now, for a person who decides: nothing is moved. */
export const observeStep = createStep("observe-financing", async (turn: Turn, { container }) => {
  const looked = await lookAtService(container, turn)
  return new StepResponse(await observeStore(container, looked))
})

import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { checkService } from "../../reconciliation/check-service"
import { observeStore } from "../../reconciliation/read-store-side"
import type { Turn } from "../../reconciliation/take-turn"

/** Both sides as they stand now, for a person who decides: nothing is moved. */
export const observeStep = createStep("observe-financing", async (turn: Turn, { container }) => {
  const looked = await checkService(container, turn)
  const { seen } = await observeStore(container, looked)
  return new StepResponse(seen)
})

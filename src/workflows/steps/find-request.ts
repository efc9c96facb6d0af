import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { findRequest } from "../find-request"

/** The order that a financing request is for. */
export const findRequestStep = createStep(
  "find-financing-request",
  async ({ application_id }: { application_id: string }, { container }) => {
    const { requested_order_id } = await findRequest(container, application_id)
    return new StepResponse({ order_id: requested_order_id })
  }
)

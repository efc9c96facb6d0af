import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { findRequestStep } from "./find-request"
import { type SendFinancingRequestInput, sendRequestStep } from "./steps/send-request"
import { leaveOrderStep, takeOrderStep } from "./steps/take-order-to-finance"

export type { SendFinancingRequestInput }

/**
 * Sends the customer the link of an open financing request, to the order's e-mail address or to the
 * phone number of its address, through whichever provider the shop has for that channel (template
 * `consumer-financing-request`). Sending again is fine. Throws INVALID_DATA with a sentence for staff.
 */
export const sendFinancingRequestWorkflow = createWorkflow(
  "send-financing-request",
  (input: SendFinancingRequestInput) => {
    const taken = takeOrderStep(findRequestStep(input))
    const done = sendRequestStep({ input, taken })
    leaveOrderStep({ taken, done })
    return new WorkflowResponse(
      transform({ input }, ({ input: { application_id } }) => ({ application_id }))
    )
  }
)

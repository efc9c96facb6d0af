import { updateOrderTaxLinesWorkflow } from "@medusajs/medusa/core-flows"
import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { applyForOrderStep, giveOrderSessionStep } from "./steps/apply-for-order"
import { checkOrderStep, leaveOrderStep, takeOrderStep } from "./steps/take-order-to-finance"

export type CreateFinancingRequestInput = {
  /** A draft order, or an order on which something is due. */
  order_id: string
  /** Asks although the service has just declined the same order. */
  apply_again?: boolean
  /** Who asks: the id of an admin user, never a name. */
  actor: string
}

/**
 * Asks the customer of a draft order, or of an order with an outstanding amount, to finance what is
 * due (endpoint 3, "Create virtual cart"). Resolves with the id of the application; its `customer_url`
 * is where the customer goes on. Asking again for the unchanged order resolves with the same one; for
 * a changed order with a new one, and the old one is ended at the service. Once the customer has
 * signed, a draft becomes an order, and what is due is authorized, automatically.
 *
 * A draft's taxes are computed again first, as they will be when it becomes an order: what the customer
 * signs is what the order will cost. Throws INVALID_DATA with a sentence for staff.
 */
export const createFinancingRequestWorkflow = createWorkflow(
  "create-financing-request",
  (input: CreateFinancingRequestInput) => {
    const taken = checkOrderStep(takeOrderStep(input))
    const prepared = when({ taken }, ({ taken }) => taken.isDraft).then(() =>
      updateOrderTaxLinesWorkflow.runAsStep({ input: { order_id: input.order_id } })
    )
    const asked = transform({ input, taken, prepared }, ({ input, taken }) => ({
      taken,
      actor: input.actor,
      isExplicit: input.apply_again === true,
      prepared: null,
    }))
    const done = giveOrderSessionStep(applyForOrderStep(asked))
    leaveOrderStep({ taken, done })
    return new WorkflowResponse(transform({ done }, ({ done }) => ({ application_id: done })))
  }
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { deletePaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { hasEnded } from "../domain/application-state"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { sentence } from "../translation/sentence"
import { readPurchase } from "../medusa/read-purchase"
import { findRequest, findRequestStep } from "./read-request"
import { releaseOrderStep, takeOrderStep } from "./take-order-to-finance"
import { tryToReconcile } from "./reconcile-application"

export type WithdrawFinancingRequestInput = {
  application_id: string
  /** The id of the admin user, never a name. */
  actor: string
}

const IS_PAID =
  "The customer has signed, and the order is paid for with it. Cancel the order, or refund it, instead."

const withdrawStep = createStep(
  "withdraw-financing-request",
  async ({ input }: { input: WithdrawFinancingRequestInput; taken: unknown }, { container }) => {
    const { application_id: id, actor } = input
    const financing = container.resolve(CONSUMER_FINANCING)
    const application = await findRequest(container, id)
    const { payment, session } = await readPurchase(container, id)
    if (payment) {
      throw sentence(IS_PAID)
    }
    if (application.live_key !== null && !hasEnded(application.state)) {
      await financing.closing.supersede(application, "withdrawn by staff")
      await financing.timeline.noteBy(actor, id, { what: "request-withdrawn", details: {} })
    }
    if (session) {
      await deletePaymentSessionsWorkflow(container).run({ input: { ids: [session.id] } })
    }
    return new StepResponse(null)
  }
)

/** Cancels at the service at once if possible, else leaves it to the next reconciliations. */
const cancelNowStep = createStep(
  "end-withdrawn-request",
  async ({ input }: { input: WithdrawFinancingRequestInput; left: unknown }, { container }) => {
    const { application_id } = input
    await tryToReconcile(container, { application_id, cause: "person" }, "after it was withdrawn")
    return new StepResponse({ application_id })
  }
)

/**
 * Withdraws a financing request: removes its payment session, and the reconciliation cancels the application at the
 * service. May be repeated. Throws INVALID_DATA with a message once an order is paid for with it.
 */
export const withdrawFinancingRequestWorkflow = createWorkflow(
  "withdraw-financing-request",
  (input: WithdrawFinancingRequestInput) => {
    const taken = takeOrderStep(findRequestStep(input))
    const done = withdrawStep({ input, taken })
    const left = releaseOrderStep({ taken, done })
    return new WorkflowResponse(cancelNowStep({ input, left }))
  }
)

import type { MedusaContainer } from "@medusajs/framework/types"
import type { Check } from "../domain/check"
import type { Plan } from "../domain/decide"
import type { Action } from "../domain/action-table"
import { NOTHING_TO_REVIEW } from "../domain/review"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import type { Outcome } from "./act"
import type { Observed } from "./observe"
import { openRestOfOrder } from "./open-order-collection"
import { review } from "./review"
import { updateOrderId } from "./update-order-id"
import { updatePayment } from "./update-payment"

/** What a reconciliation answers. */
export type ReconcileResult = {
  applicationId: string
  action: Action
  state: string
  orderId: string | null
}

type Acted = { plan: Plan; outcome: Outcome }

/**
 * Writes down what follows: review cases, the next check, what shopper and staff read in Medusa's payment
 * session, and the order's number at the service.
 */
export async function record(
  container: MedusaContainer,
  seen: Observed,
  { plan, outcome }: Acted
): Promise<ReconcileResult> {
  const { applicationId } = seen
  const financing = container.resolve(CONSUMER_FINANCING)
  await review(container, seen, reviewAfter({ plan, outcome }))
  if (outcome === "done" && plan.opensRest && seen.orderId) {
    await openRestOfOrder(container, seen.orderId)
  }
  if (plan.isDecided) {
    // What was not tried settles nothing.
    const conclusive = plan.isConclusive && outcome !== "busy"
    await financing.reviewCases.review(applicationId, { since: seen.since, conclusive })
  }
  if (outcome === "done" && plan.afterwards !== null) {
    await financing.applications[plan.afterwards](applicationId)
  }
  await planCheck(financing, seen, { check: plan.check, outcome })
  await updatePayment(container, applicationId)
  const { state, orderId } = await updateOrderId(container, applicationId, plan.isDecided)
  return { applicationId, action: plan.action, state, orderId }
}

function reviewAfter({ plan, outcome }: Acted) {
  if (outcome === "done") return plan.done
  return outcome === "prevented" ? plan.otherwise : NOTHING_TO_REVIEW
}

/** An action that ends the application ends its checks, too: what is still due comes afterwards. */
async function planCheck(
  financing: ConsumerFinancingModuleService,
  { applicationId, due }: Observed,
  { check, outcome }: { check: Check; outcome: Outcome }
): Promise<void> {
  switch (check.when) {
    case "by-schedule":
      return
    case "within":
      return await financing.schedule.checkWithin(applicationId, check.seconds)
    case "again":
      return outcome === "done" ? await financing.schedule.checkSoon(applicationId) : undefined
    case "if-none-is-due": {
      const { next_check_at } = await financing.retrieveFinancingApplication(applicationId)
      return next_check_at === null
        ? await financing.schedule.checkWithin(applicationId, check.seconds)
        : undefined
    }
    case "never":
      return due === null ? undefined : await financing.schedule.stopChecking(applicationId, due)
  }
}

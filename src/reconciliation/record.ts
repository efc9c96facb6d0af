import type { MedusaContainer } from "@medusajs/framework/types"
import type { Check } from "../domain/check"
import type { Plan } from "../domain/decide"
import type { Action } from "../domain/action-table"
import { NOTHING_TO_REVIEW } from "../domain/review"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
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
  if (outcome === "done" && plan.afterwards !== null) {
    await financing.closing[plan.afterwards](applicationId)
  }
  const known = await financing.applications.readAggregate(applicationId)
  const { application } = known
  if (plan.isDecided && application.review_reason !== null) {
    // What was not tried settles nothing.
    const conclusive = plan.isConclusive && outcome !== "busy"
    await financing.reviewCases.review(applicationId, { since: seen.since, conclusive })
  }
  await planCheck(financing, { application, due: seen.due }, { check: plan.check, outcome })
  await updatePayment(container, application)
  if (plan.isDecided) {
    await updateOrderId(container, known)
  }
  const { state, order_id: orderId } = application
  return { applicationId, action: plan.action, state, orderId }
}

function reviewAfter({ plan, outcome }: Acted) {
  if (outcome === "done") return plan.done
  return outcome === "prevented" ? plan.otherwise : NOTHING_TO_REVIEW
}

/** An action that ends the application ends its checks, too: what is still due comes afterwards. */
async function planCheck(
  financing: ConsumerFinancingModuleService,
  {
    application: { id, next_check_at },
    due,
  }: Pick<Aggregate, "application"> & Pick<Observed, "due">,
  { check, outcome }: { check: Check; outcome: Outcome }
): Promise<void> {
  switch (check.when) {
    case "by-schedule":
      return
    case "within":
      return await financing.schedule.checkWithin(id, check.seconds)
    case "again":
      return outcome === "done" ? await financing.schedule.checkSoon(id) : undefined
    case "if-none-is-due":
      return next_check_at === null
        ? await financing.schedule.checkWithin(id, check.seconds)
        : undefined
    case "never":
      return due === null ? undefined : await financing.schedule.stopChecking(id, due)
  }
}

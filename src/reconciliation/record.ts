import type { MedusaContainer } from "@medusajs/framework/types"
import { NOTHING_TO_REVIEW, type Review } from "../domain/review"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import { hasEnded } from "../domain/application-state"
import type { Check } from "../domain/check"
import type { Plan } from "../domain/decide"
import type { Action } from "../domain/action-table"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import { updatePayments, updatePaymentSession } from "../medusa/update-payment"
import { type NumberedOrder, ORDER_NUMBER_FIELDS, orderNumberOf } from "../translation/medusa-rows"
import type { Decided, Outcome } from "./action"
import { emitCaptured } from "../medusa/repair-order"
import type { ServiceCheck } from "./check-service"
import { openRestCollection } from "../medusa/open-order-collection"
import { leaseName, type Turn } from "./turn"

export async function review(
  container: MedusaContainer,
  { applicationId, since }: ServiceCheck,
  { open, keep, close, agreed }: Review
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  for (const { cause, reason } of open) {
    await financing.reviewCases.open(applicationId, cause, reason)
  }
  for (const cause of keep) {
    await financing.reviewCases.keep(applicationId, cause)
  }
  if (close.length > 0) {
    await financing.reviewCases.close(applicationId, ...close)
  }
  if (agreed) {
    await financing.reviewCases.closeAgreed(applicationId, since)
  }
}

export type ReconcileResult = {
  applicationId: string
  action: Action
  state: string
  orderId: string | null
}

/**
 * Records the results: review cases, the next check, the status in Medusa's payment session, and the order's number
 * at the service.
 */
export async function record(
  container: MedusaContainer,
  { check, purchase, plan }: Decided,
  { outcome, turn }: { outcome: Outcome; turn: Turn }
): Promise<ReconcileResult> {
  const { applicationId } = check
  const financing = container.resolve(CONSUMER_FINANCING)
  await review(container, check, reviewAfter(plan, outcome))
  if (outcome === "done" && plan.opensRest && purchase.orderId) {
    await openRestCollection(container, purchase.orderId)
  }
  if (outcome === "done" && plan.afterwards !== null) {
    await financing.closing[plan.afterwards](applicationId)
  }
  const known = await financing.applications.readAggregate(applicationId)
  const { application } = known
  if (plan.isDecided && application.review_reason !== null) {
    // A busy action resolves nothing.
    const conclusive = plan.isConclusive && outcome !== "busy"
    await financing.reviewCases.review(applicationId, { since: check.since, conclusive })
  }
  await planCheck(financing, application, { due: check.due, check: plan.check, outcome })
  await updatePayment(container, application, turn)
  if (plan.isDecided) {
    await sendOrderId(container, known, turn)
  }
  const { state, order_id: orderId } = application
  return { applicationId, action: plan.action, state, orderId }
}

function reviewAfter(plan: Plan, outcome: Outcome): Review {
  if (outcome === "done") return plan.done
  return outcome === "prevented" ? plan.otherwise : NOTHING_TO_REVIEW
}

/** Ends the checks with the application, unless other work is still due. */
async function planCheck(
  financing: ConsumerFinancingModuleService,
  { id, next_check_at }: ApplicationRecord,
  { due, check, outcome }: { due: string | null; check: Check; outcome: Outcome }
): Promise<void> {
  switch (check.when) {
    case "by-schedule":
      return
    case "within":
      return await financing.schedule.checkWithin(id, check.seconds)
    case "not-before":
      return due === null
        ? undefined
        : await financing.schedule.checkNotBefore(id, { due, seconds: check.seconds })
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

/** Copies the application's state into Medusa's payment, where shoppers and staff read it. */
async function updatePayment(
  container: MedusaContainer,
  application: ApplicationRecord,
  { holder }: Turn
): Promise<void> {
  const { knex, log } = container.resolve(CONSUMER_FINANCING).context
  await updatePaymentSession(knex, application)
  if (application.order_id === null) {
    return
  }
  const unannounced = await updatePayments(knex, application)
  for (const paymentId of holder === null ? [] : unannounced) {
    await emitCaptured(container, paymentId).catch((error: unknown) => {
      const kind = error instanceof Error ? error.name : "unknown"
      log.error(`consumer-financing: payment.captured of ${paymentId} is emitted later (${kind})`)
    })
  }
}

/** Sends the order's number to the service (endpoint 14) until it is confirmed for the newest token. */
async function sendOrderId(
  container: MedusaContainer,
  known: Aggregate,
  { applicationId, holder }: Turn
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { order_id: id, state } = known.application
  if (!id || hasEnded(state) || !known.currentToken || holder === null) {
    return
  }
  const order = await financing.context
    .knex("order")
    .where({ id, deleted_at: null })
    .first<NumberedOrder | undefined>(...ORDER_NUMBER_FIELDS)
  const number = orderNumberOf(order)
  if (number) {
    const lease = financing.leases.resume({ name: leaseName(applicationId), holder })
    const orderId = `${financing.options.orderIdPrefix}${number}`
    await financing.updateOrderId(known, { orderId, lease })
  }
}

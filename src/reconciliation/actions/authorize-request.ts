import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { causeOfDifference } from "../../domain/review-causes"
import { caseOfChangedRequest } from "../../domain/review-hold"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { isBeingChanged } from "../../translation/requested-order"
import { createOrderSession } from "../../medusa/create-order-session"
import { readWholeOrder } from "../../medusa/read-whole-order"
import { readPurchase } from "../../medusa/read-purchase"
import { describeReason } from "../../translation/error-to-medusa"
import type { CarryOut } from "../action"
import type { ServiceCheck } from "../check-service"
import { nullIfBusy } from "../../modules/consumer-financing/coordination/lease"
import { isReadyToSettle } from "../../domain/status-codes"
import { authorizeSession } from "./orders"

const OTHER_AMOUNT =
  "The customer signed, but the service finances another amount than was asked for, or names none: the draft was not made an order. End the application and ask again, or compare both in the service's portal."
const IS_BEING_EDITED =
  "The customer signed, and the order is being edited: nothing was authorized. Cancel the edit, and the order is paid for as it was signed; or confirm it, and ask the customer again."
/** Name of the lease held while a request is created, withdrawn or authorized for an order. */
export const requestLease = (orderId: string) => `request:${orderId}`

/** Seconds until the next check whether an edit has ended. */
const EDIT_TAKES = 5 * 60
const NEVER_READY =
  "The service reads funded, but was never seen ready to settle: the draft was not made an order. Compare it with the service's portal."

/**
 * Authorizes a signed request of staff: converts a draft into an order, which recalculates its taxes, compares the
 * amount due to the cent, and authorizes it. Each part checks what exists already, so the next reconciliation
 * continues an interrupted run. No new request can be made at the same time.
 */
export const authorizeRequest: CarryOut = async (container, { check }) => {
  const { applicationId } = check
  const financing = container.resolve(CONSUMER_FINANCING)
  const { requested_order_id: orderId } =
    await financing.retrieveFinancingApplication(applicationId)
  if (!orderId) {
    return
  }
  const lease = await financing.leases.acquire(requestLease(orderId)).catch(nullIfBusy)
  if (!lease) {
    return await financing.schedule.checkAgain(applicationId)
  }
  try {
    // Staff may have withdrawn the request or changed the draft since the decision.
    const { purchaseState } = await readPurchase(container, applicationId)
    if (await isHeldByEdit(container, { applicationId, orderId })) {
      return
    }
    if (purchaseState === "open-request" && !(await convertDraft(container, check, orderId))) {
      return
    }
    await authorizeDue(container, applicationId)
  } catch (error) {
    await financing.reviewCases.open(
      applicationId,
      "order",
      `The customer signed, but the order could not be paid for with it: ${describeReason(error)}`
    )
  } finally {
    await lease.release()
  }
}

/**
 * Whether an open edit delays the conversion: core converts a draft that is being edited and then refuses to confirm
 * the edit. A confirmed edit changes the purchase, so staff decide between the two.
 */
async function isHeldByEdit(
  container: MedusaContainer,
  { applicationId, orderId }: { applicationId: string; orderId: string }
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const order = await readWholeOrder(financing.context.knex, orderId)
  if (!order || !isBeingChanged(order)) {
    return false
  }
  await financing.reviewCases.open(applicationId, "order", IS_BEING_EDITED)
  // Medusa emits no event for an abandoned edit.
  await financing.schedule.checkWithin(applicationId, EDIT_TAKES)
  return true
}

/**
 * Converts a draft only if the service finances the requested amount; later steps find a difference that appears
 * once the taxes are computed. Returns whether it is an order now.
 */
async function convertDraft(
  container: MedusaContainer,
  { applicationId, code }: ServiceCheck,
  orderId: string
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const order = await readWholeOrder(financing.context.knex, orderId)
  if (!order?.is_draft_order) {
    return true
  }
  const application = await financing.retrieveFinancingApplication(applicationId)
  const { service_cents, financed_cents, ready_at, tax_exempt } = application
  if (service_cents !== financed_cents) {
    const cause = causeOfDifference(tax_exempt === true)
    await financing.reviewCases.open(applicationId, cause, OTHER_AMOUNT)
    return false
  }
  if (!isReadyToSettle(code) && ready_at === null) {
    await financing.reviewCases.open(applicationId, "mismatch", NEVER_READY)
    return false
  }
  await convertDraftOrderWorkflow(container).run({ input: { id: orderId } })
  await financing.timeline.note(applicationId, "order-placed", { order_id: orderId })
  return true
}

async function authorizeDue(container: MedusaContainer, applicationId: string): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { purchaseState, request } = await readPurchase(container, applicationId)
  if (purchaseState === "changed-request") {
    const { financed_cents } = await financing.retrieveFinancingApplication(applicationId)
    const { cause, reason } = caseOfChangedRequest(financed_cents, request)
    return await financing.reviewCases.open(applicationId, cause, reason)
  }
  if (purchaseState !== "open-request") {
    return await financing.schedule.checkAgain(applicationId)
  }
  await createOrderSession(container, applicationId)
  const { session } = await readPurchase(container, applicationId)
  if (session && (await authorizeSession(container, session))) {
    await financing.timeline.note(applicationId, "order-authorized")
    // The next reconciliation records the order and sends its number to the service.
    await financing.schedule.requestReconcile(applicationId)
  }
}

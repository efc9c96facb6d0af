import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { causeOfDifference } from "../../domain/review-causes"
import { caseOfChangedRequest } from "../../domain/review-of-action"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { isBeingChanged } from "../../translation/requested-order"
import { createOrderSession } from "../../medusa/create-order-session"
import { readWholeOrder } from "../../medusa/read-whole-order"
import { readPurchase } from "../../medusa/read-purchase"
import { describeReason } from "../../translation/error-to-medusa"
import type { CarryOut } from "../action"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
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
  const application = await financing.retrieveFinancingApplication(applicationId)
  const { requested_order_id: orderId } = application
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
    const order = await readWholeOrder(financing.context.knex, orderId)
    if (order && isBeingChanged(order)) {
      // Core converts a draft that is being edited and then refuses to confirm the edit. A confirmed edit changes the
      // purchase, so staff decide between the two. Medusa emits no event for an abandoned edit.
      await financing.reviewCases.open(applicationId, "order", IS_BEING_EDITED)
      return await financing.schedule.checkWithin(applicationId, EDIT_TAKES)
    }
    const isDraft = purchaseState === "open-request" && order?.is_draft_order
    if (isDraft && !(await convertDraft(container, check, application))) {
      return
    }
    await authorizeDue(container, application)
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
 * Converts a draft only if the service finances the requested amount; later steps find a difference that appears
 * once the taxes are computed. Returns whether it is an order now.
 */
async function convertDraft(
  container: MedusaContainer,
  { applicationId, code }: ServiceCheck,
  application: ApplicationRecord
): Promise<boolean> {
  const { reviewCases, timeline } = container.resolve(CONSUMER_FINANCING)
  const { service_cents, financed_cents, ready_at, tax_exempt } = application
  const id = application.requested_order_id ?? ""
  if (service_cents !== financed_cents) {
    await reviewCases.open(applicationId, causeOfDifference(tax_exempt === true), OTHER_AMOUNT)
    return false
  }
  if (!isReadyToSettle(code) && ready_at === null) {
    await reviewCases.open(applicationId, "mismatch", NEVER_READY)
    return false
  }
  await convertDraftOrderWorkflow(container).run({ input: { id } })
  await timeline.note(applicationId, "order-placed", { order_id: id })
  return true
}

async function authorizeDue(
  container: MedusaContainer,
  { id, financed_cents }: ApplicationRecord
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { purchaseState, request } = await readPurchase(container, id)
  if (purchaseState === "changed-request") {
    const { cause, reason } = caseOfChangedRequest(financed_cents, request)
    return await financing.reviewCases.open(id, cause, reason)
  }
  if (purchaseState !== "open-request") {
    return await financing.schedule.checkAgain(id)
  }
  await createOrderSession(container, id)
  const { session } = await readPurchase(container, id)
  if (session && (await authorizeSession(container, session))) {
    await financing.timeline.note(id, "order-authorized")
    // The next reconciliation records the order and sends its number to the service.
    await financing.schedule.requestReconcile(id)
  }
}

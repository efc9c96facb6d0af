import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { causeOfDifference } from "../../domain/review-causes"
import { caseOfChangedRequest } from "../../domain/review-hold"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { isBeingChanged } from "../../translation/requested-order"
import { giveOrderSession } from "../give-order-session"
import { readWholeOrder } from "../../medusa/read-whole-order"
import { readStoreSide } from "../../medusa/read-store-side"
import { reasonOf } from "../../translation/error-to-medusa"
import type { CarryOut } from "../action"
import type { Observed } from "../observe"
import { nullIfBusy } from "../turn"
import { isReadyToSettle } from "../../domain/status-codes"
import { authorizeSession } from "./orders"

const OTHER_AMOUNT =
  "The customer signed, but the service finances another amount than was asked for, or names none: the draft was not made an order. End the application and ask again, or compare both in the service's portal."
const IS_BEING_EDITED =
  "The customer signed, and the order is being edited: nothing was authorized. Cancel the edit, and the order is paid for as it was signed; or confirm it, and ask the customer again."
/** Held while a request is made, withdrawn, or authorized for an order: one of these at a time. */
export const requestLease = (orderId: string) => `request:${orderId}`

/** Seconds until it is looked at again whether an edit is over. */
const EDIT_TAKES = 5 * 60
const NEVER_READY =
  "The service reads funded, but was never seen ready to settle: the draft was not made an order. Compare it with the service's portal."

/**
 * The customer signed what staff asked for: a draft becomes an order, which computes its taxes again;
 * then what is due is compared to the cent, and only then authorized. Each part looks at what is there
 * already, so that the next reconciliation goes on where this one was interrupted. No new request is made
 * meanwhile.
 */
export const authorizeRequest: CarryOut = async (container, seen) => {
  const { applicationId } = seen
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
    // Staff may have taken the request back, or changed the draft, since this was decided.
    const { purchaseState } = await readStoreSide(container, applicationId)
    if (await isHeldByEdit(container, { applicationId, orderId })) {
      return
    }
    if (purchaseState === "open-request" && !(await convertDraft(container, seen, orderId))) {
      return
    }
    await authorizeDue(container, seen)
  } catch (error) {
    await financing.reviewCases.ask(
      applicationId,
      "order",
      `The customer signed, but the order could not be paid for with it: ${reasonOf(error)}`
    )
  } finally {
    await lease.release()
  }
}

/**
 * Core makes an order of a draft that is being edited, and refuses to confirm the edit afterwards. An edit that
 * is confirmed makes it another purchase than was signed: which it is to be, staff say.
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
  await financing.reviewCases.ask(applicationId, "order", IS_BEING_EDITED)
  // Medusa tells nobody of an edit that is given up.
  await financing.schedule.checkWithin(applicationId, EDIT_TAKES)
  return true
}

/**
 * An order is made of a draft only where the service finances what was asked for: a difference that shows
 * only once its taxes are computed is found afterwards. Resolves with whether it is an order now.
 */
async function convertDraft(
  container: MedusaContainer,
  { applicationId, code }: Observed,
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
    await financing.reviewCases.ask(applicationId, cause, OTHER_AMOUNT)
    return false
  }
  if (!isReadyToSettle(code) && ready_at === null) {
    await financing.reviewCases.ask(applicationId, "mismatch", NEVER_READY)
    return false
  }
  await convertDraftOrderWorkflow(container).run({ input: { id: orderId } })
  await financing.timeline.note(applicationId, "order-placed", { order_id: orderId })
  return true
}

async function authorizeDue(
  container: MedusaContainer,
  { applicationId }: Observed
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { purchaseState, request } = await readStoreSide(container, applicationId)
  if (purchaseState === "changed-request") {
    const { financed_cents } = await financing.retrieveFinancingApplication(applicationId)
    const { cause, reason } = caseOfChangedRequest(financed_cents, request)
    return await financing.reviewCases.ask(applicationId, cause, reason)
  }
  if (purchaseState !== "open-request") {
    return await financing.schedule.checkAgain(applicationId)
  }
  await giveOrderSession(container, applicationId)
  const { session } = await readStoreSide(container, applicationId)
  if (session && (await authorizeSession(container, session))) {
    await financing.timeline.note(applicationId, "order-authorized")
    // Who stands on it now is seen, and the service is told the order's number, by the next reconciliation.
    await financing.schedule.requestReconcile(applicationId)
  }
}

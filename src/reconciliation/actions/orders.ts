import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  authorizePaymentSessionForOrderWorkflow,
  cancelOrderWorkflow,
} from "@medusajs/medusa/core-flows"
import { CAUSES_OF_THE_MOMENT } from "../../domain/review-causes"
import { isFunded, isReadyToSettle } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { CarryOut, Decided } from "../action"
import { describeOrderRefusal } from "../../translation/order-refusal"
import { completeCart } from "../../medusa/complete-cart"
import { compact, type SessionSide } from "../../translation/medusa-rows"
import { describeReason } from "../../translation/error-to-medusa"
import { payAgain } from "../../medusa/pay-again"
import { ZERO_CENTS } from "../../domain/money"
import { describeStaffDecision } from "../../domain/review-of-action"
import { readOtherPayments } from "../../translation/payment-amounts"
import { isOtherMethodChosen, type Purchase } from "../../translation/purchase-state"
import { readWholeCart } from "../../medusa/read-whole-cart"
import { readWholeOrder } from "../../medusa/read-whole-order"
import { readPurchase } from "../../medusa/read-purchase"

/** Completes the cart, and opens a review case for an obstacle that the shopper cannot remove. */
export const placeOrder: CarryOut = async (container, { check, purchase: { cartId } }) => {
  const { applicationId, code, since } = check
  if (!cartId) {
    return
  }
  const { reviewCases } = container.resolve(CONSUMER_FINANCING)
  const completion = await completeCart(container, { applicationId, cartId })
  if (completion.outcome === "placed") return "done"
  if (completion.outcome === "busy") return "busy"
  const { reason } = completion
  if (completion.outcome === "obstacle") {
    return await reviewCases.open(applicationId, "order", reason)
  }
  // The authorization was held and has a review case already.
  if (await reviewCases.isOpen(applicationId, CAUSES_OF_THE_MOMENT, since)) {
    return
  }
  const { refusal } = completion
  const question = isFunded(code)
    ? `The service has funded it, but the cart could not become an order: ${reason}`
    : isReadyToSettle(code) && refusal && describeOrderRefusal(refusal, reason)
  return question ? await reviewCases.open(applicationId, "order", question) : "prevented"
}

/**
 * Repairs an order whose process died during core's completion: links missing payments and the cart, and closes the
 * cart. Stock reservations and order events cannot be repeated; the log says so.
 */
export async function finishPlacing(
  container: MedusaContainer,
  { orderId, cartId }: Purchase
): Promise<void> {
  if (!orderId || !cartId) {
    return
  }
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const order = await readWholeOrder(knex, orderId)
  const cart = await readWholeCart(knex, cartId)
  if (!order || !cart?.payment_collection) {
    return
  }
  const hasPayments = compact(order.payment_collections).length > 0
  const toOrder = { [Modules.ORDER]: { order_id: orderId } }
  const toPayments = { payment_collection_id: cart.payment_collection.id }
  const links = [
    ...(hasPayments ? [] : [{ ...toOrder, [Modules.PAYMENT]: toPayments }]),
    ...(order.cart ? [] : [{ ...toOrder, [Modules.CART]: { cart_id: cartId } }]),
  ]
  if (links.length === 0) {
    return
  }
  await container.resolve(ContainerRegistrationKeys.LINK).create(links)
  if (!cart.completed_at) {
    await container.resolve(Modules.CART).updateCarts(cartId, { completed_at: new Date() })
  }
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `consumer-financing: placing ${orderId} was interrupted; it has its cart and its payments now, but check the stock that it reserves`
    )
}

/**
 * Authorizes an order under review that the service has approved, like the admin's "Check status". The provider
 * checks the status again and decides; reports success only if a payment exists afterwards.
 */
export const authorizeOrder: CarryOut = async (container, { check, purchase }) => {
  const { applicationId } = check
  const { session } = purchase
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!session) {
    const reason =
      "The application is approved, but Medusa has no payment session left for the order: create one, or cancel the order."
    return await financing.reviewCases.open(applicationId, "order", reason)
  }
  try {
    await finishPlacing(container, purchase)
    if (await authorizeSession(container, session)) {
      await financing.timeline.note(applicationId, "order-authorized")
    }
  } catch (error) {
    const reason = `The application is approved, but Medusa could not authorize the order: ${describeReason(error)}`
    await financing.reviewCases.open(applicationId, "order", reason)
  }
}

/**
 * Authorizes a session directly if core's workflow refuses it, because its order's completion died before the
 * authorization. Returns whether a payment exists now.
 */
export async function authorizeSession(
  container: MedusaContainer,
  session: SessionSide
): Promise<boolean> {
  if (session.status !== "pending_authorization") {
    const payments = container.resolve(Modules.PAYMENT)
    return Boolean(await payments.authorizePaymentSession(session.id, {}))
  }
  const { result } = await authorizePaymentSessionForOrderWorkflow(container).run({
    input: { payment_session_id: session.id },
  })
  return Boolean(result)
}

/**
 * Creates a new payment for an order whose only payment core cancelled: a completion failed after the authorization,
 * and the storefront's next attempt placed the order without calling the provider. The loan is ready to settle and
 * the order is unchanged; the new payment checks the service again.
 */
export const reauthorizeOrder: CarryOut = async (container, { check, purchase }) => {
  const { applicationId } = check
  const { orderId } = purchase
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!orderId) {
    return "prevented"
  }
  try {
    await finishPlacing(container, purchase)
    await payAgain(container, { applicationId, orderId })
    await financing.timeline.note(applicationId, "order-authorized")
    return "done"
  } catch (error) {
    const reason = `Medusa cancelled the order's payment, though its financing is ready to settle, and could not authorize it again: ${describeReason(error)}`
    return await financing.reviewCases.open(applicationId, "dead-payment", reason)
  }
}

/** Cancels an order placed under review whose financing was not approved. */
export const cancelOrder: CarryOut = async (container, decided) => {
  const { applicationId } = decided.check
  const { orderId } = decided.purchase
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!orderId) {
    return
  }
  if (!(await isStillDeclined(container, decided, orderId))) {
    return await financing.schedule.checkWithin(applicationId, 5)
  }
  const { errors } = await cancelOrderWorkflow(container).run({
    input: { order_id: orderId, no_notification: false },
    throwOnError: false,
  })
  if (errors.length > 0) {
    const reason =
      "The financing was not approved, and the order could not be cancelled: cancel it by hand."
    return await financing.reviewCases.open(applicationId, "order", reason)
  }
  await financing.timeline.note(applicationId, "order-cancelled", { order_id: orderId })
  return "done"
}

/** Whether the order is still unpaid, since core's cancellation would refund another payment. */
async function isStillDeclined(
  container: MedusaContainer,
  { check: { applicationId }, purchase: { purchaseState } }: Decided,
  orderId: string
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const order = await readWholeOrder(financing.context.knex, orderId)
  const { application, sessionIds } = await financing.applications.readAggregate(applicationId)
  const now = {
    order: {
      paidOtherwise: order ? readOtherPayments(order, sessionIds).paid : ZERO_CENTS,
      isOtherMethodChosen: order !== null && isOtherMethodChosen(order, sessionIds),
    },
    record: { isReleased: application.live_key === null },
  }
  const purchase = await readPurchase(container, applicationId)
  return (
    describeStaffDecision(now, financing.options.onDecline) === null &&
    purchase.purchaseState === purchaseState &&
    !purchase.isBeingCompleted
  )
}

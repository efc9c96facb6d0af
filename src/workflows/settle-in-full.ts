import type { MedusaContainer } from "@medusajs/framework/types"
import { reviewOfRest } from "../domain/order-edit"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { sentence } from "../translation/sentence"
import type { PaymentSide } from "../translation/medusa-rows"
import { authorizeSession, finishPlacing } from "../reconciliation/actions/orders"
import { openRestCollection } from "../medusa/open-order-collection"
import { review } from "../reconciliation/record"
import { fitCollection, payAgain, requirePayment, withPayingAgain } from "../medusa/pay-again"
import { captureInMedusa } from "../reconciliation/actions/capture-order"
import { readOrderNow } from "../medusa/read-order-now"
import type { Seen } from "../reconciliation/observe-store"

/**
 * Captures in Medusa, and so settles, the whole signed amount of an order that was edited after the signature, on a
 * staff decision. Creates a new payment first, because Medusa cancels the payment of an edited order; an order under
 * review gets its awaited payment. Staff then refund or collect the difference to the order's total.
 * Throws a message when it was refused or is in doubt.
 */
export async function settleInFull(container: MedusaContainer, seen: Seen): Promise<void> {
  const { applicationId, orderId } = seen
  if (!orderId) {
    throw sentence("There is no order to settle. Nothing was sent.")
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const known = await financing.applications.readAggregate(applicationId)
  const order = await readOrderNow(container, seen, known)
  const payment = seen.payment ?? (await payFor(container, seen, orderId))
  await fitCollection(container, payment.id)
  await withPayingAgain(container, applicationId, async () => {
    const obstacle = await captureInMedusa(container, { applicationId, payment })
    if (obstacle !== null) throw sentence(`The order was not settled: ${obstacle}`)
  })
  await financing.timeline.note(applicationId, "capture-recorded", {
    because: "a person decided so",
  })
  if (order.edit) {
    await review(container, seen, reviewOfRest(order.edit, known.application.financed_cents))
    await openRestCollection(container, orderId)
  }
}

async function payFor(
  container: MedusaContainer,
  { applicationId, cartId, purchaseState, session }: Seen,
  orderId: string
): Promise<PaymentSide> {
  if (purchaseState !== "unpaid-order" || !session) {
    return await payAgain(container, { applicationId, orderId })
  }
  await finishPlacing(container, { orderId, cartId })
  await withPayingAgain(container, applicationId, () => authorizeSession(container, session))
  return await requirePayment(container, applicationId)
}

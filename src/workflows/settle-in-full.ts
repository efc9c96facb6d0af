import type { MedusaContainer } from "@medusajs/framework/types"
import { reviewOfRest } from "../domain/order-edit"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { userError } from "../translation/user-error"
import type { PaymentSide } from "../translation/medusa-rows"
import { authorizeSession, finishPlacing } from "../reconciliation/actions/orders"
import { openRestCollection } from "../medusa/open-order-collection"
import { review } from "../reconciliation/record"
import { fitCollection, payAgain, requirePayment } from "../medusa/pay-again"
import { captureInMedusa } from "../reconciliation/actions/capture-order"
import { readOrderFacts } from "../medusa/read-order-facts"
import type { ServiceCheck } from "../reconciliation/check-service"
import type { Purchase } from "../translation/purchase-state"

type SettleInput = { check: ServiceCheck; purchase: Purchase }

/**
 * Captures in Medusa, and so settles, the whole signed amount of an order on a staff decision: one that was edited
 * after the signature, or whose settle was refused. Creates a new payment first where Medusa cancelled the payment of
 * an edited order; an order under review gets its awaited payment. Staff then refund or collect the difference to the
 * order's total. Throws a message when it was refused or is in doubt.
 */
export async function settleInFull(
  container: MedusaContainer,
  { check, purchase }: SettleInput
): Promise<void> {
  const { applicationId } = check
  const { orderId } = purchase
  if (!orderId) {
    throw userError("There is no order to settle. Nothing was sent.")
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const aggregate = await financing.applications.readAggregate(applicationId)
  const { order } = await readOrderFacts(container, purchase, { aggregate, order: null })
  const payment = purchase.payment ?? (await payFor(container, { check, purchase }, orderId))
  await fitCollection(container, payment.id)
  await financing.leases.withPayingAgain(applicationId, async () => {
    const obstacle = await captureInMedusa(container, { applicationId, payment })
    if (obstacle !== null) throw userError(`The order was not settled: ${obstacle}`)
  })
  await financing.timeline.note(applicationId, "capture-recorded", {
    because: "staff decided so",
  })
  if (order.edit) {
    await review(container, check, reviewOfRest(order.edit, aggregate.application.financed_cents))
    await openRestCollection(container, orderId)
  }
}

async function payFor(
  container: MedusaContainer,
  { check: { applicationId }, purchase }: SettleInput,
  orderId: string
): Promise<PaymentSide> {
  const { purchaseState, session } = purchase
  if (purchaseState !== "unpaid-order" || !session) {
    return await payAgain(container, { applicationId, orderId })
  }
  await finishPlacing(container, purchase)
  const { leases } = container.resolve(CONSUMER_FINANCING)
  await leases.withPayingAgain(applicationId, () => authorizeSession(container, session))
  return await requirePayment(container, applicationId)
}

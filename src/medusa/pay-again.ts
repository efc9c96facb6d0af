import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { exactOf } from "../translation/amount"
import { compact, type PaymentSide } from "../translation/medusa-rows"
import { userError } from "../translation/user-error"
import { readPurchase } from "./read-purchase"
import { openOrderCollection } from "./open-order-collection"

type Paid = { applicationId: string; orderId: string }

/**
 * Creates a new payment for an order whose payment Medusa cancelled, over the same amount and application: the
 * signed loan is live at the service. The provider checks the service and authorizes only an exact match. Throws
 * errors of Medusa or the provider.
 */
export async function payAgain(container: MedusaContainer, paid: Paid): Promise<PaymentSide> {
  const { applicationId } = paid
  const { leases } = container.resolve(CONSUMER_FINANCING)
  await leases.withPayingAgain(applicationId, () => authorizeAgain(container, paid))
  const payment = await requirePayment(container, applicationId)
  await fitCollection(container, payment.id)
  return payment
}

const NOT_MADE = "Medusa made no payment for what the customer signed. Nothing was settled."

/** Returns the application's payment. Throws a message if there is none. */
export async function requirePayment(
  container: MedusaContainer,
  applicationId: string
): Promise<PaymentSide> {
  const { payment } = await readPurchase(container, applicationId)
  if (!payment) throw userError(NOT_MADE)
  return payment
}

const NOT_AWAITED = "Medusa awaits no payment for this order any more. Nothing was settled."

async function authorizeAgain(
  container: MedusaContainer,
  { applicationId, orderId }: Paid
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const { applications } = container.resolve(CONSUMER_FINANCING)
  const { sessionIds } = await applications.readAggregate(applicationId)
  const [cancelled] = await payments.listPayments(
    { payment_session_id: sessionIds },
    { order: { created_at: "DESC" }, take: 1 }
  )
  const collectionId = cancelled && (await openOrderCollection(container, orderId))
  if (!cancelled || !collectionId) {
    throw userError(NOT_AWAITED)
  }
  const session = await payments.createPaymentSession(collectionId, {
    provider_id: cancelled.provider_id,
    currency_code: cancelled.currency_code,
    amount: exactOf(cancelled).toFixed(),
    data: {},
  })
  try {
    if (!(await payments.authorizePaymentSession(session.id, {}))) {
      throw userError(NOT_MADE)
    }
  } catch (error) {
    await payments.deletePaymentSession(session.id)
    throw error
  }
}

/**
 * Sets the payment's collection to the payment's amount. Medusa derives an order's paid status from the collection,
 * which for an edited order is over the amount due instead of the signed one. Leaves a collection with another live
 * payment alone.
 */
export async function fitCollection(container: MedusaContainer, paymentId: string): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const payment = await payments.retrievePayment(paymentId)
  const { payment_collection_id: collectionId } = payment
  const collection = await payments.retrievePaymentCollection(collectionId, {
    relations: ["payments"],
  })
  if (
    compact(collection.payments).every(({ id, canceled_at }) => id === paymentId || canceled_at)
  ) {
    const amount = exactOf(payment).toNumber()
    await payments.updatePaymentCollections(collectionId, { amount })
  }
}

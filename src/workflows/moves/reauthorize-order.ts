import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cents } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { CartRecord } from "../../translation/cart-to-snapshot"
import { ORDER_FIELDS, readOrderSnapshot } from "../../translation/order-to-snapshot"
import { payAgain } from "../pay-again"
import { reasonOf } from "../reason-of"
import { COMPLETION_TAKES } from "../read-store-side"
import type { Decision } from "../steps/decide-move"
import { finishPlacing } from "./finish-placing"
import { hold } from "./hold"

const OTHER_GOODS =
  "The order was changed after the customer signed: it comes to the same amount, but for other goods or another address than they signed for, and Medusa cancelled its payment. Nothing is settled by itself. Settle what was signed, or ask the customer for a new application: cancel this order, and let it be ordered anew."

/**
 * Core cancelled the order's only payment, because a completion failed after it was authorized, and the
 * storefront's next try placed the order on it without asking us. The loan is ready to settle, for the
 * same amount and the same order: a new payment is made for it, which asks the service once more.
 * Anything that differs is a person's to decide.
 */
export async function reauthorizeOrder(
  container: MedusaContainer,
  decision: Decision
): Promise<void> {
  const { applicationId, orderId, orderAge } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  // Core may still be at work, and take the order back.
  if (orderAge !== null && orderAge < COMPLETION_TAKES) {
    return await financing.lookWithin(applicationId, COMPLETION_TAKES - orderAge)
  }
  const signed = orderId && (await compareWithSigned(container, { applicationId, orderId }))
  if (!signed || signed === "other-amount") {
    return await hold(container, decision)
  }
  if (signed === "other-goods") {
    return await financing.askForAttention(applicationId, "order-edit", OTHER_GOODS)
  }
  try {
    await finishPlacing(container, decision)
    await payAgain(container, { applicationId, orderId })
    await financing.note(applicationId, "order-authorized")
  } catch (error) {
    await financing.askForAttention(
      applicationId,
      "dead-payment",
      `Medusa cancelled the order's payment, though its financing is ready to settle, and could not authorize it again: ${reasonOf(error)}`
    )
  }
}

type Signed = "the-same" | "other-goods" | "other-amount"

/** Whether the order still is what the customer signed, and what the service finances. */
async function compareWithSigned(
  container: MedusaContainer,
  { applicationId, orderId }: { applicationId: string; orderId: string }
): Promise<Signed> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const financed = cents(application.financed_cents)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ORDER_FIELDS,
    filters: { id: orderId },
  })
  const order = data[0] as CartRecord | undefined
  if (!order || application.service_cents !== financed) {
    return "other-amount"
  }
  const reading = readOrderSnapshot(order, financed)
  const isSame = reading.ok && financing.isUnchanged(application, reading.snapshot)
  return isSame ? "the-same" : "other-goods"
}

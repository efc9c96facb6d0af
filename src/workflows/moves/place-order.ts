import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CAUSES_OF_THE_MOMENT } from "../../domain/attention"
import { isFunded } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { findObstacle } from "../../translation/standing"
import { readCartWithSessions, readOrderOfCart } from "../read-store"
import { reasonOf } from "../reason-of"
import type { Decision } from "../steps/decide-move"
import { waitAndSee } from "./wait-and-see"

/**
 * Completes the cart as the storefront would: core places the order and asks our provider, which
 * looks again and answers. A completion that fails leaves the shopper's cart as it was; afterwards
 * the order is looked for, because core's answer alone does not prove it.
 */
export async function placeOrder(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, cartId } = decision
  if (!cartId) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { sessions } = await financing.retrieveFinancingApplication(applicationId, {
    relations: ["sessions"],
  })
  const sessionIds = sessions.map(({ payment_session_id }) => payment_session_id)
  const obstacle = findObstacle(await readCartWithSessions(query, cartId), sessionIds)
  if (obstacle) {
    return await financing.askForAttention(applicationId, "order", obstacle)
  }
  const { errors } = await completeCartWorkflow(container).run({
    input: { id: cartId },
    throwOnError: false,
  })
  const order = await readOrderOfCart(query, cartId)
  if (order) {
    await financing.rememberOrder(applicationId, order.id)
    return await financing.note(applicationId, "order-placed", { order_id: order.id })
  }
  await sayWhyNot(container, decision, reasonOf(errors[0]?.error))
}

async function sayWhyNot(
  container: MedusaContainer,
  decision: Decision,
  reason: string
): Promise<void> {
  const { applicationId, code, since } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  await financing.note(applicationId, "order-not-placed", { reason })
  if (await financing.wasAskedSince(applicationId, CAUSES_OF_THE_MOMENT, since)) {
    return
  }
  if (code && isFunded(code)) {
    return await financing.askForAttention(
      applicationId,
      "order",
      `The service has funded it, but the cart could not become an order: ${reason}`
    )
  }
  await waitAndSee(container, decision)
}

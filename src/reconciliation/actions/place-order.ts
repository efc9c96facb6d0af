import type { MedusaContainer } from "@medusajs/framework/types"
import { CAUSES_OF_THE_MOMENT } from "../../domain/attention"
import { isFunded } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { completeCart } from "../complete-cart"
import type { Decision } from "../decide-move"
import { waitAndSee } from "./wait-and-see"

/** Completes the cart; a person is asked where the shopper cannot put right what is in the way. */
export async function placeOrder(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId, cartId } = decision
  if (!cartId) {
    return
  }
  const completion = await completeCart(container, { applicationId, cartId })
  switch (completion.outcome) {
    case "placed":
      return
    case "busy":
      return await keepWhatWasAsked(container, applicationId)
    case "obstacle":
      return await container
        .resolve(CONSUMER_FINANCING)
        .askForAttention(applicationId, "order", completion.reason)
    case "failed":
      return await sayWhyNot(container, decision, completion.reason)
  }
}

/** Nothing was tried, so that nothing of it is settled. */
async function keepWhatWasAsked(container: MedusaContainer, applicationId: string): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  for (const cause of CAUSES_OF_THE_MOMENT) {
    await financing.keepAttention(applicationId, cause)
  }
}

async function sayWhyNot(
  container: MedusaContainer,
  decision: Decision,
  reason: string
): Promise<void> {
  const { applicationId, code, since } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  // Authorizing it was held, and a person is told of that already.
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

import type { MedusaContainer } from "@medusajs/framework/types"
import { CAUSES_OF_THE_MOMENT } from "../../domain/review-causes"
import { isFunded, isReadyToSettle } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { CarryOut, Outcome } from "../action"
import { describeOrderRefusal } from "../../translation/order-refusal"
import { completeCart, type Completion } from "../complete-cart"
import type { Observed } from "../observe"

/** Completes the cart; a person is asked where the shopper cannot put right what is in the way. */
export const placeOrder: CarryOut = async (container, seen) => {
  const { applicationId, cartId } = seen
  if (!cartId) {
    return "told"
  }
  const completion = await completeCart(container, { applicationId, cartId })
  switch (completion.outcome) {
    case "placed":
      return "done"
    case "busy":
      return "busy"
    case "obstacle":
      await container
        .resolve(CONSUMER_FINANCING)
        .reviewCases.ask(applicationId, "order", completion.reason)
      return "told"
    case "failed":
      return await reportFailure(container, seen, completion)
  }
}

async function reportFailure(
  container: MedusaContainer,
  { applicationId, code, since }: Observed,
  { reason, refusal }: Extract<Completion, { outcome: "failed" }>
): Promise<Outcome> {
  const financing = container.resolve(CONSUMER_FINANCING)
  // Authorizing it was held, and a person is told of that already.
  if (await financing.reviewCases.wasAskedSince(applicationId, CAUSES_OF_THE_MOMENT, since)) {
    return "told"
  }
  const question = isFunded(code)
    ? `The service has funded it, but the cart could not become an order: ${reason}`
    : isReadyToSettle(code) && refusal && describeOrderRefusal(refusal, reason)
  if (!question) {
    return "prevented"
  }
  await financing.reviewCases.ask(applicationId, "order", question)
  return "told"
}

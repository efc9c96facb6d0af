import type { MedusaContainer } from "@medusajs/framework/types"
import { FinancingError } from "../financing-api"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { readCart } from "../translation/cart-to-snapshot"
import { toShopperError } from "../translation/error-to-medusa"
import { isUserFacing, userError } from "../translation/user-error"
import { ensurePaymentSession } from "../medusa/ensure-payment-session"
import { readWholeCart } from "../medusa/read-whole-cart"
import { createOneStepWorkflow } from "./one-step-workflow"

export type SelectFinancingOfferInput = {
  cart_id: string
  /** An application of this cart; any other id counts as unknown. */
  application_id: string
  offer_id: number
}

async function choose(
  container: MedusaContainer,
  { cart_id, application_id, offer_id }: SelectFinancingOfferInput
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [own] = await financing.listFinancingApplications(
    { id: application_id, cart_id },
    { take: 1, select: ["id"] }
  )
  if (!own) {
    throw userError("This cart has no such financing application.")
  }
  const cart = await readWholeCart(financing.context.knex, cart_id)
  const reading = cart && !cart.completed_at ? readCart(cart) : null
  if (!reading) {
    throw userError("Financing can only be chosen for an open cart.")
  }
  if (!reading.ok) {
    throw userError(reading.problems.map((problem) => problem.sentence).join(" "))
  }
  await financing.selectOffer({
    applicationId: application_id,
    offerId: offer_id,
    snapshot: reading.snapshot,
  })
}

/**
 * Selects an offer of a full application (endpoint 5) and points the cart's payment session to its contract. The
 * customer may choose again until the signature. Returns `refused`, a message for the shopper, on refusal. The
 * contract's address is personal to the customer: read it from the application, not from this output.
 */
export const selectFinancingOfferWorkflow = createOneStepWorkflow(
  "select-financing-offer",
  async (input: SelectFinancingOfferInput, container) => {
    const { application_id } = input
    try {
      await choose(container, input)
    } catch (error) {
      // Returned as a value, because workflows rethrow errors without their origin.
      if (isUserFacing(error) || error instanceof FinancingError) {
        return { application_id, refused: toShopperError(error).message }
      }
      throw error
    }
    await ensurePaymentSession(container, application_id)
    return { application_id, refused: null }
  }
)

import { toEligibility, unavailableEligibility } from "../../../../../../domain/judge-purchase"
import { findProvider } from "../../../../../../medusa/read-regions"
import { readBuyer } from "../../../../../../medusa/read-store"
import { readWholeCart } from "../../../../../../medusa/read-whole-cart"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { toCents } from "../../../../../../translation/amount"
import { readCheckout } from "../../../../../../translation/cart-to-snapshot"
import { answerWith, notFound } from "../../../refusal"

/**
 * Returns whether and how a storefront should offer financing for the cart, and what the checkout must still collect.
 * Calls no service, and applies the rules of the payment session's creation. Contains no personal data: as for the
 * cart itself, its id is sufficient.
 */
export const GET = answerWith(async ({ scope, params: { id = "" } }) => {
  const financing = scope.resolve(CONSUMER_FINANCING)
  const { options, isReady, outages } = financing
  const cart = await readWholeCart(financing.context.knex, id)
  if (!cart) {
    throw notFound()
  }
  const record = await readBuyer(scope, { entity: "cart", row: cart })
  const providerId = await findProvider(scope, cart)
  const reading = readCheckout(cart)
  const isOffered = isReady && providerId !== null
  let judged = toEligibility(await financing.checkEligibility({ record, reading, isOffered }))
  if (judged.is_available && (await outages.isRaised(options.environment))) {
    const cents = Math.round(toCents(cart.total, "The cart's total"))
    outages.recordLostSale(options.environment, { purchaseId: id, cents })
    judged = unavailableEligibility()
  }
  return {
    eligibility: {
      ...judged,
      title: options.checkout.title,
      description: options.checkout.description,
      // Null where the cart's region does not offer it.
      provider_id: providerId,
    },
  }
})

import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type CartEligibility,
  toEligibility,
  unavailableEligibility,
} from "../domain/judge-purchase"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toCents } from "../translation/amount"
import { readCheckout } from "../translation/cart-to-snapshot"
import { findProvider } from "../medusa/read-regions"
import { readBuyer } from "../medusa/read-store"
import { readWholeCart } from "../medusa/read-whole-cart"

type Eligibility = CartEligibility & {
  title: string
  description: string
  /** Null where the cart's region does not offer it. */
  providerId: string | null
}

/**
 * Returns whether a storefront should offer financing for a cart, and what the checkout must still collect. Calls no
 * service, and applies the rules of the payment session's creation. Null for an unknown cart.
 */
export async function readEligibility(
  container: MedusaContainer,
  cartId: string
): Promise<Eligibility | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { options, isReady } = financing
  const { title, description } = options.checkout
  const cart = await readWholeCart(financing.context.knex, cartId)
  if (!cart) {
    return null
  }
  const record = await readBuyer(container, { entity: "cart", row: cart })
  const providerId = await findProvider(container, cart)
  const reading = readCheckout(cart)
  const isOffered = isReady && providerId !== null
  const judged = toEligibility(await financing.checkEligibility({ record, reading, isOffered }))
  const found = { ...judged, title, description, providerId }
  if (!judged.isAvailable || !(await financing.outages.isRaised(options.environment))) {
    return found
  }
  const total = Math.round(toCents(cart.total, "The cart's total"))
  financing.outages.recordLostSale(options.environment, { purchaseId: cartId, cents: total })
  return { ...found, ...unavailableEligibility() }
}

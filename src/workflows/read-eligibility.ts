import type { MedusaContainer } from "@medusajs/framework/types"
import { isAbroad, readUsState } from "../domain/us-address"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toCents } from "../translation/amount"
import {
  type CartEligibility,
  judgeBuying,
  judgeEligibility,
  unavailableEligibility,
  rulesOf,
} from "../translation/eligibility"
import { payerOf, readCheckout } from "../translation/cart-to-snapshot"
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
  const rules = rulesOf(options)
  const cart = await readWholeCart(financing.context.knex, cartId)
  if (!cart) {
    return null
  }
  const record = await readBuyer(container, { entity: "cart", row: cart })
  const providerId = await findProvider(container, cart)
  const reading = readCheckout(cart)
  const payer = payerOf(cart)
  const judged = judgeEligibility({
    refusal:
      isReady && providerId !== null && reading.ok
        ? await financing.findExclusion({ record, snapshot: reading.snapshot })
        : judgeBuying(record, {
            total: toCents(cart.total, { name: "The cart's total" }),
            state: payer && readUsState(payer),
            checkout: rules,
            isSetUp: isReady && providerId !== null,
          }),
    problems: reading.ok ? [] : reading.problems,
    isAbroad: payer !== null && isAbroad(payer),
  })
  const found = { ...judged, title, description, providerId }
  if (!judged.isAvailable || !(await financing.outages.isRaised(options.environment))) {
    return found
  }
  const total = Math.round(toCents(cart.total, { name: "The cart's total" }))
  financing.outages.recordLostSale(options.environment, { purchaseId: cartId, cents: total })
  return { ...found, ...unavailableEligibility("service-unavailable") }
}

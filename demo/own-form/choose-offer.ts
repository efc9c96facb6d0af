import { getPaymentSession } from "../purchase/apply-for-financing"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import { getCurrentApplication, type CartWithOffers } from "./apply-in-shop"

export type CartWithContract = CartWithOffers & { contractUrl: string }

/** The shopper chooses the 24-month offer. The payment session's URL is that of its contract. */
export async function chooseOffer(
  demo: Demo,
  reporter: StepReporter,
  cart: CartWithOffers
): Promise<CartWithContract> {
  const offer = cart.application.offers.find(({ term_months }) => term_months === 24)
  const contractUrl = await demo.shopper.chooseOffer(cart.cartId, 24)
  reporter.log(`Chose ${offer?.term_months} months, first $${offer?.lease_payment} a month`)
  return reporter.verify(async (check) => {
    const session = await getPaymentSession(demo, cart.cartId)
    const { status } = await getCurrentApplication(demo, cart)
    check("Medusa", "status shown to the shopper", { actual: status, expected: "sign" })
    check("Medusa", "session has the contract's URL", {
      actual: session?.data.url === contractUrl,
      expected: true,
    })
    const serviceApplication = await demo.simulator.findCartApplication(cart.cartId)
    check("Simulator", "offer received", {
      actual: serviceApplication.chosenOfferId,
      expected: offer?.id,
    })
    return { ...cart, contractUrl }
  })
}

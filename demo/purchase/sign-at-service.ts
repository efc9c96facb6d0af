import { formatMoney, toCents } from "../money"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import type { CartWithApplication } from "./apply-for-financing"

/** The return URL is where the service sends the shopper's browser after the signature. */
export type SignedCart = CartWithApplication & { wayBack: string }

/** On the service's pages, the customer is approved, chooses an offer, signs and pays. */
export async function signAtService(
  demo: Demo,
  reporter: StepReporter,
  cart: CartWithApplication
): Promise<SignedCart> {
  const redirectUrl = await demo.shopper.completeApplication(cart.pageUrl)
  if (!redirectUrl)
    throw new Error("The service did not redirect the customer after the signature.")
  reporter.log(
    "At the service's pages: checked the details, chose an offer, signed, paid the first rate"
  )
  return reporter.verify(async (check) => {
    const application = await demo.simulator.application(cart.token)
    check("Simulator", "status", { actual: application.status, expected: "S" })
    check("Simulator", "amount to finance", {
      actual: formatMoney(toCents(application.loanAmount)),
      expected: formatMoney(cart.total),
    })
    check("Simulator", "tokens in its chain", { actual: application.tokens.length, expected: 1 })
    check("Simulator", "sends the customer back to", {
      actual: new URL(redirectUrl).origin,
      expected: demo.storeUrl,
    })
    return { ...cart, wayBack: redirectUrl }
  })
}

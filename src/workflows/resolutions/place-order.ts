import { sentence } from "../../translation/sentence"
import { completeCart } from "../../reconciliation/complete-cart"
import type { Resolve } from "./resolution"

/** Completes the cart: our provider checks the status once more and decides whether it is paid for. */
export const placeOrder: Resolve = async (container, { seen: { applicationId, cartId } }) => {
  const completion = cartId
    ? await completeCart(container, { applicationId, cartId })
    : { outcome: "obstacle" as const, reason: "It has no cart any more." }
  if (completion.outcome !== "placed") {
    throw sentence(`The order was not placed: ${completion.reason}`)
  }
}

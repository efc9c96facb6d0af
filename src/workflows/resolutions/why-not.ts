import { LeaseBusy } from "../../modules/consumer-financing/coordination/lease"
import { sentence } from "../../translation/sentence"

export const NEEDED =
  "Something in Medusa depends on it by now. Nothing was sent: look at it again."

/** For a call that needs the cart for itself: says so when a shopper holds it. */
export function tellThatCartIsBusy(error: unknown): never {
  throw error instanceof LeaseBusy
    ? sentence(
        "A shopper is choosing the payment method for this cart right now. Nothing was sent: try again in a moment."
      )
    : error
}

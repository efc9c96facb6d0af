import { LeaseBusy } from "../../modules/consumer-financing/lease"
import type { CancelResult } from "../../modules/consumer-financing/operations/cancel"
import { sentence } from "../../translation/sentence"
import { endAtService } from "../moves/end-at-service"
import type { Resolve } from "./resolution"

const WHY_NOT: Record<Exclude<CancelResult | "needed", "ended">, string> = {
  needed: "Something in Medusa depends on it by now. Nothing was sent: look at it again.",
  changed: "The service says something else by now. Nothing was sent: look at it again.",
  funded: "It is funded by now, so that it cannot be cancelled: refund it instead.",
  "in-doubt":
    "It is not known whether the cancel reached the service. It is looked at, and sent again, by itself.",
}

const CART_IS_BUSY =
  "A shopper is choosing the payment method for this cart right now. Nothing was sent: try again in a moment."

/** Cancels it at the service (endpoint 11), as the sync would if nothing depended on it any more. */
export const endApplication: Resolve = async (container, { seen }) => {
  const { applicationId, standing, code } = seen
  const result = await endAtService(container, {
    applicationId,
    standing,
    reason: "a person decided so",
    whileCode: code ? [code] : [],
    expired: false,
  }).catch((error: unknown) => {
    throw error instanceof LeaseBusy ? sentence(CART_IS_BUSY) : error
  })
  if (result !== "ended") {
    throw sentence(WHY_NOT[result])
  }
}

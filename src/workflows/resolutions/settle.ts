import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { settleInFull } from "../settle-in-full"
import type { Resolve } from "./resolution"

/**
 * Settles (endpoint 10) where only a person can say that it is time: the new application of a partial
 * refund, which Medusa has captured already, or all of an order that was edited. What a cancelled order
 * still keeps is settled before the rest can be given back.
 */
export const settle: Resolve = async (container, { seen }) => {
  const { applicationId, standing } = seen
  return standing === "captured-order" || standing === "cancelled-order"
    ? void (await container.resolve(CONSUMER_FINANCING).settle({ applicationId }))
    : await settleInFull(container, seen)
}

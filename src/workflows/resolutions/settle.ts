import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { PurchaseState } from "../../domain/purchase-state"
import { settleInFull } from "../settle-in-full"
import type { Resolve } from "./resolution"

const CAPTURED_ALREADY: readonly PurchaseState[] = [
  "captured-order",
  "cancelled-order",
  "order-paid-otherwise",
]

/**
 * Settles (endpoint 10) where only a person can say that it is time: the new application of a partial
 * refund, which Medusa has captured already, or all of an order that was edited, or whose payment was cancelled.
 * What a cancelled order still keeps is settled before the rest can be given back.
 */
export const settle: Resolve = async (container, { seen }) => {
  const { applicationId, purchaseState } = seen
  return CAPTURED_ALREADY.includes(purchaseState)
    ? void (await container.resolve(CONSUMER_FINANCING).settle({ applicationId }))
    : await settleInFull(container, seen)
}

import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Resolve } from "./resolution"

/**
 * Settles the new application of a partial refund (endpoint 10): Medusa has captured it already, so
 * only a person can say that what remains has shipped.
 */
export const settle: Resolve = async (container, { seen: { applicationId } }) => {
  await container.resolve(CONSUMER_FINANCING).settle({ applicationId })
}

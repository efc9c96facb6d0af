import { cents } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { sentence } from "../../translation/sentence"
import type { Resolve } from "./resolution"

/**
 * A refund that somebody made in the service's portal counts here, too, once the service says the same.
 * The reconciliation that follows enters it in Medusa, with who said so and why.
 */
export const recordRefund: Resolve = async (container, resolution) => {
  const { seen, cents: requested, actor, note, token } = resolution
  if (!seen.payment?.captured_at) {
    throw sentence("Medusa has captured nothing that could be refunded. Nothing was recorded.")
  }
  // A part that was refunded reads like the whole of it, under the token that we know.
  if (requested === undefined) {
    throw sentence("Say how much was refunded, in cents. Nothing was recorded.")
  }
  await container.resolve(CONSUMER_FINANCING).recordRefund({
    applicationId: seen.applicationId,
    amount: cents(requested),
    actor,
    note,
    token,
  })
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { type AttentionCause, NOT_NEEDED, REFUNDED_ELSEWHERE } from "../../domain/attention"
import { mayComeBack } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readStoreAmounts } from "../../translation/store-amounts"
import { readStoreSide } from "../../medusa/read-store-side"
import type { Decision } from "../decide-move"

/** Whatever these were about is over with the application itself. */
export const OVER_WITH_IT: readonly AttentionCause[] = [
  "cancel",
  "order-id",
  "settle-again",
  "unwatched",
]

/**
 * The service has said its last word: nothing is looked at any more. What may come back, and is not
 * needed from now on, is ended by the next look. Where it says refunded, and not by us, a person
 * compares, unless Medusa's payment was captured and given back in full: it may have been
 * refunded in part, and then the rest lives on under a token that nobody told the shop.
 */
export async function closeApplication(
  container: MedusaContainer,
  { applicationId, payment, code, since }: Decision
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { state, financed_cents, refunded_cents } =
    await financing.retrieveFinancingApplication(applicationId)
  const { captured, refunded } = readStoreAmounts(payment)
  // A row of Medusa's alone may be one of a refund that is being made, or that died.
  const isGivenBack = captured > 0 && captured <= refunded && refunded_cents >= financed_cents
  if (state === "needs-attention" && !isGivenBack) {
    await financing.askForAttention(applicationId, "refunded-elsewhere", REFUNDED_ELSEWHERE)
  } else {
    await financing.clearAttention(applicationId, "refunded-elsewhere")
  }
  if (state === "refunded" && isGivenBack) {
    await financing.clearAgreed(applicationId, since)
  }
  await financing.clearAttention(applicationId, ...OVER_WITH_IT)
  await financing.close(applicationId)
  if (code !== null && mayComeBack(code)) {
    const { standing } = await readStoreSide(container, applicationId)
    if (NOT_NEEDED.includes(standing)) {
      await financing.lookSoon(applicationId)
    }
  }
}

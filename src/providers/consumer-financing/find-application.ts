import type { Aggregate } from "../../modules/consumer-financing/store/aggregate"
import type { Needs } from "./needs"
import { sentence } from "../../translation/sentence"

/** The application that a payment session rests on, with all that is known of it; throws a sentence when there is none. */
export async function requireApplication(
  { financing }: Needs,
  paymentSessionId: string
): Promise<Aggregate> {
  const known = await financing.applications.findAggregateBySession(paymentSessionId)
  if (!known) {
    throw sentence("This payment has no financing application in this shop. Nothing was sent.")
  }
  return known
}

import type { PaymentRow } from "../../medusa/read-payment"
import type { Aggregate } from "../../modules/consumer-financing/store/aggregate"
import type { Needs } from "./needs"
import { sentence } from "../../translation/sentence"

const NONE = "This payment has no financing application in this shop. Nothing was sent."

/** The application that a payment session rests on, with all that is known of it; throws a sentence when there is none. */
export async function requireApplication(
  { financing }: Needs,
  paymentSessionId: string
): Promise<Aggregate> {
  const known = await financing.applications.findAggregateBySession(paymentSessionId)
  if (!known) {
    throw sentence(NONE)
  }
  return known
}

/** As much of it as was read with the payment; throws a sentence when there is none. */
export function applicationOf({ application }: PaymentRow): NonNullable<PaymentRow["application"]> {
  if (!application) {
    throw sentence(NONE)
  }
  return application
}

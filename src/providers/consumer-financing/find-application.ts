import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import type { Needs } from "./needs"
import { sentence } from "../../translation/sentence"

/** The application that a payment session rests on; throws a sentence when there is none. */
export async function requireApplication(
  { financing }: Needs,
  paymentSessionId: string
): Promise<ApplicationRecord> {
  const application = await financing.findBySession(paymentSessionId)
  if (!application) {
    throw sentence("This payment has no financing application in this shop. Nothing was sent.")
  }
  return application
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"

/** Days after which a settled application should read funded, with a weekend between. */
const FUNDED_WITHIN = 5
const MILLISECONDS_PER_DAY = 86_400_000

const NOT_FUNDED = `This financing was settled more than ${FUNDED_WITHIN} days ago, and the service still reads it as ready to settle: ask the service whether it pays it out.`

/** The service took our settle, and does not fund what Medusa has captured: a person asks it why. */
export async function tellOfLateFunding(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [settle] = await financing.listFinancingOperations(
    { application_id: applicationId, kind: "settle", outcome: "confirmed" },
    { order: { created_at: "DESC" }, take: 1 }
  )
  const since = settle?.finished_at ? new Date(settle.finished_at).getTime() : Infinity
  if (financing.clock.now() - since > FUNDED_WITHIN * MILLISECONDS_PER_DAY) {
    await financing.askForAttention(applicationId, "standing", NOT_FUNDED)
  }
}

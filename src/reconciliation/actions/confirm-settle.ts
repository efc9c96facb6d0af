import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { isUserFacing, sentence } from "../../translation/sentence"
import type { CarryOut } from "../action"

/**
 * A settle whose answer was lost, and by now the service reads funded, while Medusa has nothing to be told:
 * the payment is captured already (a settle after a partial refund), or its order was cancelled. Nothing
 * is ever sent here; where the amount is another one, the doubt stays, and a person is asked.
 */
export const confirmSettle: CarryOut = async (container, { applicationId }) => {
  const financing = container.resolve(CONSUMER_FINANCING)
  const beforeSending = async () => {
    throw sentence("The service does not read funded any more. Nothing was sent.")
  }
  try {
    await financing.settle({ applicationId, beforeSending })
    await financing.schedule.checkAgain(applicationId)
  } catch (error) {
    if (!isUserFacing(error)) {
      throw error
    }
  }
}

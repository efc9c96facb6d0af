import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Resolve } from "./resolution"

/** Both worlds were looked at right now; the schedule of status checks begins again, and a reconciliation follows. */
export const checkAgain: Resolve = async (container, { seen }) => {
  await container.resolve(CONSUMER_FINANCING).schedule.checkSoon(seen.applicationId)
}

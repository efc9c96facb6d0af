import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Resolve } from "./resolution"

/** Both worlds were looked at right now; the schedule of looks begins anew, and a sync follows. */
export const lookAgain: Resolve = async (container, { seen }) => {
  await container.resolve(CONSUMER_FINANCING).schedule.lookSoon(seen.applicationId)
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { LeaseBusy } from "../modules/consumer-financing/coordination/lease"
import type { SyncApplicationInput, SyncCause } from "./sync-input"

/** `holder` is null when another sync of the same application is under way. */
export type Turn = { applicationId: string; holder: string | null; cause: SyncCause }

/** A shopper who came back waits for a running sync; everybody else leaves word for it. */
const SHOPPER_WAITS = 20_000

export const leaseName = (applicationId: string) => `sync:${applicationId}`

/** One sync at a time per application, across processes. */
export async function takeTurn(
  container: MedusaContainer,
  { application_id, cause }: SyncApplicationInput
): Promise<Turn> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const wait = cause === "return" ? SHOPPER_WAITS : 0
  try {
    const { holder } = await financing.leases.acquire(leaseName(application_id), wait)
    return { applicationId: application_id, holder, cause }
  } catch (error) {
    if (!(error instanceof LeaseBusy)) {
      throw error
    }
    if (cause === "poll") {
      await financing.schedule.lookAgain(application_id)
    } else {
      // What brought us here may be newer than what the running sync has seen.
      await financing.leases.requestRerun(leaseName(application_id))
      await financing.schedule.lookSoon(application_id)
    }
    return { applicationId: application_id, holder: null, cause }
  }
}

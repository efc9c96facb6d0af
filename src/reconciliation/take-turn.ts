import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { LeaseBusy } from "../modules/consumer-financing/coordination/lease"
import type { ReconcileApplicationInput, ReconcileCause } from "./reconcile-input"

/** `holder` is null when another reconciliation of the same application is under way. */
export type Turn = { applicationId: string; holder: string | null; cause: ReconcileCause }

/** A shopper who came back waits for a running reconciliation; everybody else leaves word for it. */
const SHOPPER_WAITS = 20_000

export const leaseName = (applicationId: string) => `reconcile:${applicationId}`

/** One reconciliation at a time per application, across processes. */
export async function takeTurn(
  container: MedusaContainer,
  { application_id, cause }: ReconcileApplicationInput
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
      await financing.schedule.checkAgain(application_id)
    } else {
      // What brought us here may be newer than what the running reconciliation has seen.
      await financing.leases.requestRerun(leaseName(application_id))
      await financing.schedule.checkSoon(application_id)
    }
    return { applicationId: application_id, holder: null, cause }
  }
}

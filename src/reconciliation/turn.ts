import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { nullIfBusy } from "../modules/consumer-financing/coordination/lease"

/** Why a reconciliation runs. Only `return` means that the shopper is present. */
export type ReconcileCause = "postback" | "return" | "poll" | "store" | "person"

export type ReconcileApplicationInput = { application_id: string; cause: ReconcileCause }

/** `holder` is null when another reconciliation of the same application is running. */
export type Turn = { applicationId: string; holder: string | null; cause: ReconcileCause }

/** These callers wait for a running reconciliation; all others request a rerun. */
const PEOPLE: readonly ReconcileCause[] = ["return", "person"]

/** Milliseconds. */
const PEOPLE_WAIT = 20_000

export const leaseName = (applicationId: string) => `reconcile:${applicationId}`

/** Allows one reconciliation per application at a time, across processes. */
export async function takeTurn(
  container: MedusaContainer,
  { application_id, cause }: ReconcileApplicationInput
): Promise<Turn> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const wait = PEOPLE.includes(cause) ? PEOPLE_WAIT : 0
  const name = leaseName(application_id)
  const lease = await financing.leases.acquire(name, wait).catch(nullIfBusy)
  if (!lease && cause === "poll") {
    await financing.schedule.checkAgain(application_id)
  } else if (!lease) {
    // The running reconciliation may have read its data before this trigger.
    await financing.leases.requestRerun(name)
    await financing.schedule.checkSoon(application_id)
  }
  return { applicationId: application_id, holder: lease?.holder ?? null, cause }
}

/**
 * Ends the turn and, if a trigger arrived during it, requests another reconciliation: this one's data may be older
 * and has postponed the next check.
 */
export async function endTurn(container: MedusaContainer, turn: Turn): Promise<void> {
  if (turn.holder) {
    const name = leaseName(turn.applicationId)
    const financing = container.resolve(CONSUMER_FINANCING)
    await financing.leases.release({ name, holder: turn.holder })
    if (await financing.leases.isRerunRequested(name)) {
      await financing.schedule.requestReconcile(turn.applicationId)
    }
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { LeaseBusy } from "../modules/consumer-financing/coordination/lease"
import { sentence } from "../translation/sentence"

/** Why a reconciliation runs. Only `return` says that the shopper is there. */
export type ReconcileCause = "postback" | "return" | "poll" | "store" | "person"

export type ReconcileApplicationInput = { application_id: string; cause: ReconcileCause }

/** `holder` is null when another reconciliation of the same application is under way. */
export type Turn = { applicationId: string; holder: string | null; cause: ReconcileCause }

/** Whoever waits for an answer waits for a running reconciliation, too; all others leave word for it. */
const PEOPLE: readonly ReconcileCause[] = ["return", "person"]

/** Milliseconds. */
const PEOPLE_WAIT = 20_000

export const leaseName = (applicationId: string) => `reconcile:${applicationId}`

/** For a lease that is not waited for: null where somebody else holds it. */
export function nullIfBusy(error: unknown): null {
  if (error instanceof LeaseBusy) return null
  throw error
}

/** For a lease that a person waits for: throws the sentence where somebody else still holds it. */
export const throwIfBusy = (text: string) => (error: unknown) => {
  throw error instanceof LeaseBusy ? sentence(text) : error
}

/** One reconciliation at a time per application, across processes. */
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
    // What brought us here may be newer than what the running reconciliation has seen.
    await financing.leases.requestRerun(name)
    await financing.schedule.checkSoon(application_id)
  }
  return { applicationId: application_id, holder: lease?.holder ?? null, cause }
}

/**
 * Lets the next reconciliation of the application begin, and asks for one when somebody came while this one
 * ran: its status check may be older than what they know, and has put the next one off.
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

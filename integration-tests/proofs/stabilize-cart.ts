import type { HttpTypes } from "@medusajs/framework/types"
import { eventually } from "../../tooling/clients/eventually"
import { sumExactCents } from "../store/exact-cents"
import { createHarness } from "../store/harness"
import {
  listApplications,
  listOperations,
  updateApplication,
  reconcile,
} from "../store/plugin-records"
import { listPostbacks } from "../store/postback-steps"
import { advanceTime } from "./advance-time"
import { resolveDoubts } from "./resolve-doubts"

const { store } = createHarness()

/** Minutes after which every delay and age limit of the plugin has passed. */
const PAST_ALL_DELAYS_MINUTES = 75

/** Waits until no process holds a lease on a cart or on its applications. */
export async function waitForCartIdle(cartId: string): Promise<void> {
  const names = [cartId, ...(await listApplications(cartId)).map(({ id }) => id)]
  await eventually(async () => {
    const { rows } = await store.call<{ rows: { id: string }[] }>(
      "__pg_connection__",
      "raw",
      "select id from financing_lease where split_part(id, ':', 2) = any(:names) and expires_at > now()",
      { names }
    )
    if (rows.length > 0)
      throw new Error(`A lease is held on ${rows.map(({ id }) => id).join(", ")}`)
  })
}

/** Stops the scheduled checks of a cart's applications. */
export async function stopScheduledChecks(cartId: string): Promise<void> {
  for (const { id } of await listApplications(cartId))
    await updateApplication(id, { next_check_at: null })
}

/** Reconciles one application once no process works on its cart. */
export async function reconcileWhenIdle(cartId: string, applicationId: string): Promise<void> {
  await waitForCartIdle(cartId)
  await reconcile(applicationId)
}

async function reconcileAll(cartId: string): Promise<void> {
  await waitForCartIdle(cartId)
  for (const { id } of await listApplications(cartId)) {
    const input = { application_id: id }
    if ((await listPostbacks(id)).some(({ processed_at }) => processed_at === null)) {
      await store.runWorkflow("process-financing-postbacks", input)
    }
    await store.runWorkflow("reconcile-financing-application", { ...input, cause: "poll" })
  }
  await waitForCartIdle(cartId)
}

async function isInDoubt(cartId: string): Promise<boolean> {
  const operations = await Promise.all(
    (await listApplications(cartId)).map(({ id }) => listOperations(id))
  )
  return operations.flat().some(({ outcome }) => outcome === "in-doubt")
}

/** Whether an operation is in doubt or a review case is open. */
async function isUnresolved(cartId: string): Promise<boolean> {
  const hasReviewCase = (await listApplications(cartId)).some(
    ({ review_reason }) => review_reason !== null
  )
  return hasReviewCase || (await isInDoubt(cartId))
}

/** Advances time by more than an hour, then reconciles as the schedule does. */
async function advanceAnHour(cartId: string): Promise<void> {
  await advanceTime(cartId, PAST_ALL_DELAYS_MINUTES)
  await reconcileAll(cartId)
}

/**
 * Waits for running work, then advances time and reconciles until nothing is unresolved. Staff resolve what is still
 * in doubt with what the service's portal shows.
 */
export async function stabilizeCart(cartId: string): Promise<void> {
  await reconcileAll(cartId)
  await advanceAnHour(cartId)
  for (let round = 0; round < 2 && (await isUnresolved(cartId)); round += 1) {
    await advanceAnHour(cartId)
  }
  if ((await resolveDoubts(cartId)) > 0) await advanceAnHour(cartId)
}

/** Returns the sum of a payment's refunds in Medusa, in cents. */
export function sumRefunds({ refunds }: HttpTypes.AdminPayment): number {
  return sumExactCents((refunds ?? []).map(({ amount }) => amount))
}

import type { HttpTypes } from "@medusajs/framework/types"
import { eventually } from "../../tooling/clients/eventually"
import { exactSum } from "../store/exact-cents"
import { harness } from "../store/harness"
import { applicationsOf, journalOf, rewrite, reconcile } from "../store/our-records"
import { inboxOf } from "../store/postback-steps"
import { letTimePass } from "./let-time-pass"
import { resolveByStaff } from "./resolve-by-staff"

const { store } = harness()

/** Minutes after which every delay and age limit of the plugin has passed. */
const LONG_ENOUGH = 75

/** Waits until no process holds a lease on a cart or on its applications. */
export async function nobodyWorksOn(cartId: string): Promise<void> {
  const names = [cartId, ...(await applicationsOf(cartId)).map(({ id }) => id)]
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
export async function stopChecking(cartId: string): Promise<void> {
  for (const { id } of await applicationsOf(cartId)) await rewrite(id, { next_check_at: null })
}

/** Reconciles one application once no process works on its cart. */
export async function lookAt(cartId: string, applicationId: string): Promise<void> {
  await nobodyWorksOn(cartId)
  await reconcile(applicationId)
}

async function syncAll(cartId: string): Promise<void> {
  await nobodyWorksOn(cartId)
  for (const { id } of await applicationsOf(cartId)) {
    const errand = { application_id: id }
    if ((await inboxOf(id)).some(({ processed_at }) => processed_at === null)) {
      await store.workflow("process-financing-postbacks", errand)
    }
    await store.workflow("reconcile-financing-application", { ...errand, cause: "poll" })
  }
  await nobodyWorksOn(cartId)
}

async function isInDoubt(cartId: string): Promise<boolean> {
  const journals = await Promise.all((await applicationsOf(cartId)).map(({ id }) => journalOf(id)))
  return journals.flat().some(({ outcome }) => outcome === "in-doubt")
}

/** Whether an operation is in doubt or a review case is open. */
async function isUnsettled(cartId: string): Promise<boolean> {
  const isListed = (await applicationsOf(cartId)).some(
    ({ review_reason }) => review_reason !== null
  )
  return isListed || (await isInDoubt(cartId))
}

/** Advances time by more than an hour, then reconciles as the schedule does. */
async function anHourLater(cartId: string): Promise<void> {
  await letTimePass(cartId, LONG_ENOUGH)
  await syncAll(cartId)
}

/**
 * Waits for running work, then advances time and reconciles until nothing is unresolved. Staff resolve what is still
 * in doubt with what the service's portal shows.
 */
export async function comeToRest(cartId: string): Promise<void> {
  await syncAll(cartId)
  await anHourLater(cartId)
  for (let round = 0; round < 2 && (await isUnsettled(cartId)); round += 1) {
    await anHourLater(cartId)
  }
  if ((await resolveByStaff(cartId)) > 0) await anHourLater(cartId)
}

/** Returns the sum of a payment's refunds in Medusa, in cents. */
export function sumOfRefunds({ refunds }: HttpTypes.AdminPayment): number {
  return exactSum((refunds ?? []).map(({ amount }) => amount))
}

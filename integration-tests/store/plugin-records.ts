import type { TaskName } from "../../src/modules/consumer-financing/operations/read-overview"
import type {
  ApplicationRecord,
  OperationRecord,
  TokenRecord,
} from "../../src/modules/consumer-financing/records"
import type { ShownApplication } from "../../src/api/admin/consumer-financing/shown"
import type { ReconcileApplicationInput } from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"

const { admin, store } = createHarness()

const MODULE = "consumerFinancing"

/** A record of the plugin after JSON serialization: dates are ISO strings. */
type Serialized<Row> = { [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] }

export type TimelineEntry = {
  what: string
  /** `plugin`, or the id of a person. */
  actor: string
  details: Record<string, unknown> | null
  created_at: string
}

/** Lists the applications of a cart or of an order with a financing request, oldest first. */
export async function listApplications(cartId: string): Promise<Serialized<ApplicationRecord>[]> {
  const order = { order: { attempt: "ASC" } }
  const filter = { $or: [{ cart_id: cartId }, { requested_order_id: cartId }] }
  return await store.call(MODULE, "listFinancingApplications", filter, order)
}

/** Returns the newest application of a cart. @throws Error when there is none */
export async function getLatestApplication(cartId: string): Promise<Serialized<ApplicationRecord>> {
  const newest = (await listApplications(cartId)).at(-1)
  if (!newest) throw new Error(`The plugin has no application of cart ${cartId}`)
  return newest
}

/** Lists the operations in an application's journal, oldest first. */
export async function listOperations(
  applicationId: string
): Promise<Serialized<OperationRecord>[]> {
  const order = { order: { created_at: "ASC" } }
  const filters = { application_id: applicationId }
  return await store.call(MODULE, "listFinancingOperations", filters, order)
}

/** Lists every token that an application has had, oldest first. */
export async function listTokens(applicationId: string): Promise<Serialized<TokenRecord>[]> {
  const order = { order: { position: "ASC" } }
  return await store.call(MODULE, "listFinancingTokens", { application_id: applicationId }, order)
}

/** Lists the timeline entries of an application, oldest first. */
export async function listTimelineEntries(applicationId: string): Promise<TimelineEntry[]> {
  const options = { order: { created_at: "ASC" }, take: 500 }
  const filters = { application_id: applicationId }
  return await store.call(MODULE, "listFinancingTimelineEntries", filters, options)
}

/** Reads the message that the dashboard shows about an application. */
export async function getStaffMessage(id: string): Promise<ShownApplication["message"]> {
  const path = `/admin/consumer-financing/applications/${id}`
  return (await admin.adminApi.get<{ application: ShownApplication }>(path)).application.message
}

/** Whether the overview lists an application under a task. */
export async function isListed(id: string, task: TaskName): Promise<boolean> {
  const { applications } = await admin.adminApi.get<{ applications: { id: string }[] }>(
    `/admin/consumer-financing/applications?task=${task}&limit=100`
  )
  return applications.some((application) => application.id === id)
}

export const isListedToShip = (id: string): Promise<boolean> => isListed(id, "ship")

/** Updates fields of an application's record, such as its dates. */
export async function updateApplication(
  id: string,
  change: Record<string, unknown>
): Promise<void> {
  await store.call(MODULE, "updateFinancingApplications", { id, ...change })
}

export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString()
}

/**
 * Reconciles an application now. Waits for a running reconciliation first, and repeats when another one took
 * the lease meanwhile.
 */
export async function reconcile(id: string, cause: ReconcileApplicationInput["cause"] = "poll") {
  const input = { application_id: id, cause }
  for (;;) {
    await eventually(async () => expect(await isBeingReconciled(id)).toBe(false))
    const answer = await store.runWorkflow<{ action: string; state: string }>(
      "reconcile-financing-application",
      input
    )
    if (!(await isBeingReconciled(id))) return answer
  }
}

/** Whether a reconciliation holds the lease. The lease of a killed process expires. */
async function isBeingReconciled(id: string): Promise<boolean> {
  const activeLease = { id: `reconcile:${id}`, expires_at: { $gt: new Date().toISOString() } }
  const leases = await store.call<unknown[]>(MODULE, "listFinancingLeases", activeLease)
  return leases.length > 0
}

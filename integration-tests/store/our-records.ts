import type { TaskName } from "../../src/modules/consumer-financing/operations/read-overview"
import type {
  ApplicationRecord,
  OperationRecord,
  TokenRecord,
} from "../../src/modules/consumer-financing/records"
import type { ShownApplication } from "../../src/api/admin/consumer-financing/shown"
import type { ReconcileApplicationInput } from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"

const { admin, store } = harness()

const MODULE = "consumerFinancing"

/** The plugin's own records, as code inside the store reads them. Dates are ISO strings here. */
type OverTheWire<Row> = { [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] }

export type TimelineEntry = {
  what: string
  /** `plugin`, or the id of a person. */
  actor: string
  details: Record<string, unknown> | null
  created_at: string
}

/** The applications of a cart, or of an order that staff asked its customer to finance, oldest first. */
export async function applicationsOf(cartId: string): Promise<OverTheWire<ApplicationRecord>[]> {
  const order = { order: { attempt: "ASC" } }
  const ofPurchase = { $or: [{ cart_id: cartId }, { requested_order_id: cartId }] }
  return await store.call(MODULE, "listFinancingApplications", ofPurchase, order)
}

/** The newest application of a cart. @throws Error when there is none */
export async function applicationOf(cartId: string): Promise<OverTheWire<ApplicationRecord>> {
  const newest = (await applicationsOf(cartId)).at(-1)
  if (!newest) throw new Error(`The plugin has no application of cart ${cartId}`)
  return newest
}

/** The journal of an application, oldest first. */
export async function journalOf(applicationId: string): Promise<OverTheWire<OperationRecord>[]> {
  const order = { order: { created_at: "ASC" } }
  const filters = { application_id: applicationId }
  return await store.call(MODULE, "listFinancingOperations", filters, order)
}

/** Every token that an application ever had, oldest first. */
export async function tokensOf(applicationId: string): Promise<OverTheWire<TokenRecord>[]> {
  const order = { order: { position: "ASC" } }
  return await store.call(MODULE, "listFinancingTokens", { application_id: applicationId }, order)
}

/** What happened to an application, oldest first. */
export async function timelineOf(applicationId: string): Promise<TimelineEntry[]> {
  const options = { order: { created_at: "ASC" }, take: 500 }
  const filters = { application_id: applicationId }
  return await store.call(MODULE, "listFinancingTimelineEntries", filters, options)
}

/** The message about an application's order, as the screens show it. */
export async function messageOf(id: string): Promise<ShownApplication["message"]> {
  const path = `/admin/consumer-financing/applications/${id}`
  return (await admin.door.get<{ application: ShownApplication }>(path)).application.message
}

/** Whether the overview lists it under a task. */
export async function isListed(id: string, task: TaskName): Promise<boolean> {
  const { applications } = await admin.door.get<{ applications: { id: string }[] }>(
    `/admin/consumer-financing/applications?task=${task}&limit=100`
  )
  return applications.some((one) => one.id === id)
}

export const isToShip = (id: string): Promise<boolean> => isListed(id, "ship")

/** Changes facts of an application's record, such as its dates, as time would. */
export async function rewrite(id: string, change: Record<string, unknown>): Promise<void> {
  await store.call(MODULE, "updateFinancingApplications", { id, ...change })
}

export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString()
}

/**
 * Compares both worlds now, as the schedule would. It waits for a reconciliation that runs, and for one that
 * began in the meantime and took this one's turn: that has seen the same.
 */
export async function reconcile(id: string, cause: ReconcileApplicationInput["cause"] = "poll") {
  const input = { application_id: id, cause }
  for (;;) {
    await eventually(async () => expect(await isBeingReconciled(id)).toBe(false))
    const answer = await store.workflow<{ action: string; state: string }>(
      "reconcile-financing-application",
      input
    )
    if (!(await isBeingReconciled(id))) return answer
  }
}

/** A reconciliation of it is under way. A process that died leaves its own lease, which runs out. */
async function isBeingReconciled(id: string): Promise<boolean> {
  const held = { id: `reconcile:${id}`, expires_at: { $gt: new Date().toISOString() } }
  const leases = await store.call<unknown[]>(MODULE, "listFinancingLeases", held)
  return leases.length > 0
}

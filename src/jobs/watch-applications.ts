import type { MedusaContainer } from "@medusajs/framework/types"
import { CALLS_OF_ACTION } from "../domain/call-budget"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { reconcileApplicationWorkflow } from "../workflows"
import { logFailure } from "../workflows/log-failure"
import { processInboxBatch } from "../workflows/process-postbacks"
import { within } from "../modules/consumer-financing/coordination/within"

const EVERY_MILLISECONDS = 5_000
/** Maximum number of tasks in one run; the next run follows soon. */
const BATCH = 200
/** Milliseconds after which an unprocessed postback was left by a crash; others are processed on arrival. */
const LEFT_BEHIND_AFTER = 10_000

/** Seconds, far longer than any task takes. A hanging task would block this job forever. */
const LONGEST = 600

/**
 * Processes leftover postbacks and runs due status checks, a few at once, within the budget of calls; signed and
 * returned applications first. Others stay due.
 */
export default async function watchApplications(container: MedusaContainer): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { atOnce } = financing.options.polling
  if (!(await financing.schedule.hasDueWork(LEFT_BEHIND_AFTER))) {
    return
  }
  const leftBehind = await findLeftBehind(container)
  for (let done = 0; done < BATCH;) {
    const wanted = Math.min(atOnce, leftBehind.length + (await financing.schedule.countDue(atOnce)))
    const granted = wanted > 0 ? await financing.schedule.grantCalls(wanted) : 0
    if (granted === 0) {
      return
    }
    const urgent = await financing.schedule.claimDue(granted, { urgent: true })
    const postbacks = leftBehind.splice(0, granted - urgent.length)
    const rest = granted - urgent.length - postbacks.length
    const due = [...urgent, ...(rest > 0 ? await financing.schedule.claimOthers(rest) : [])]
    if (postbacks.length + due.length === 0) {
      return
    }
    await runTogether(container, [
      // Endpoint 15 checks each postback's token in addition to the status check.
      ...postbacks.map((id) => processInboxBatch(container, id).then(() => 1)),
      ...due.map((id) => reconcile(container, id)),
    ])
    done += granted
  }
}

/** Finds applications with leftover postbacks, oldest first. */
async function findLeftBehind(container: MedusaContainer): Promise<string[]> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const rows = await financing.listFinancingPostbacks(
    { processed_at: null, created_at: { $lt: financing.clock.dateIn(-LEFT_BEHIND_AFTER) } },
    // A postback that keeps failing is put aside, so that it does not block others.
    { order: { created_at: "ASC" }, take: BATCH, select: ["id", "application_id"] }
  )
  return [...new Set(rows.map(({ application_id }) => application_id))]
}

async function reconcile(container: MedusaContainer, id: string): Promise<number> {
  const { result } = await reconcileApplicationWorkflow(container).run({
    input: { application_id: id, cause: "poll" },
  })
  return CALLS_OF_ACTION[result.action]
}

/**
 * Waits for tasks, each of which has one call granted, its status check, and returns the number of further calls. A
 * failed task does not stop the others.
 */
async function runTogether(container: MedusaContainer, tasks: Promise<number>[]): Promise<void> {
  const run = async (task: Promise<number>) =>
    await within(LONGEST, task).catch((error: unknown) => {
      logFailure(container, "an application could not be reconciled and stays due", error)
      return 0
    })
  const more = (await Promise.all(tasks.map(run))).reduce((sum, calls) => sum + calls, 0)
  if (more > 0) {
    await container.resolve(CONSUMER_FINANCING).schedule.spendCalls(more)
  }
}

export const config = {
  name: "watch-financing-applications",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

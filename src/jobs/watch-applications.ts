import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CALLS_OF_ACTION } from "../domain/call-budget"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { reconcileApplicationWorkflow } from "../workflows"
import { workOffInbox } from "../workflows/process-postbacks"
import { within } from "../reconciliation/within"

const EVERY_MILLISECONDS = 5_000
/** Errands of one run at most: the next run is never far. */
const BATCH = 200
/** A postback is worked off when it arrives; older ones (milliseconds) were left by a crash. */
const LEFT_BEHIND_AFTER = 10_000

/** Seconds: far longer than any errand takes. One that hangs would keep this job from ever running again. */
const LONGEST = 600

/** An errand is granted one call, its status check. Resolves with how many more it came to. */
type Errand = () => Promise<number>

/**
 * For what nobody told us: leftover postbacks, and every application whose status check is due, a few at once,
 * as many as the budget of calls allows, those first that somebody signed or came back from. What it does not allow stays due.
 */
export default async function watchApplications(container: MedusaContainer): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { atOnce } = financing.options.polling
  if (!(await financing.schedule.isAnythingDue(LEFT_BEHIND_AFTER))) {
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
      ...postbacks.map((id) => () => processPostbacks(container, id)),
      ...due.map((id) => () => reconcile(container, id)),
    ])
    done += granted
  }
}

/** Applications with postbacks that nobody works off, oldest first. */
async function findLeftBehind(container: MedusaContainer): Promise<string[]> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const rows = await financing.listFinancingPostbacks(
    { processed_at: null, created_at: { $lt: financing.clock.dateIn(-LEFT_BEHIND_AFTER) } },
    // One that fails again and again is put aside, so that none keeps the others waiting.
    { order: { created_at: "ASC" }, take: BATCH, select: ["id", "application_id"] }
  )
  return [...new Set(rows.map(({ application_id }) => application_id))]
}

/** Endpoint 15 is asked about each postback's token beside the status check. */
async function processPostbacks(container: MedusaContainer, id: string): Promise<number> {
  await workOffInbox(container, id)
  return 1
}

async function reconcile(container: MedusaContainer, id: string): Promise<number> {
  const { result } = await reconcileApplicationWorkflow(container).run({
    input: { application_id: id, cause: "poll" },
  })
  return CALLS_OF_ACTION[result.action]
}

/** One that fails does not keep the others from running. */
async function runTogether(container: MedusaContainer, errands: Errand[]): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const answers = await Promise.allSettled(errands.map((errand) => within(LONGEST, errand())))
  let more = 0
  for (const answer of answers) {
    if (answer.status === "fulfilled") {
      more += answer.value
    } else {
      const kind = answer.reason instanceof Error ? answer.reason.name : "unknown"
      logger.error(
        `consumer-financing: an application could not be reconciled and stays due (${kind})`
      )
    }
  }
  if (more > 0) {
    await container.resolve(CONSUMER_FINANCING).schedule.spendCalls(more)
  }
}

export const config = {
  name: "watch-financing-applications",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { processPostbacksWorkflow, syncApplicationWorkflow } from "../workflows"

const EVERY_MILLISECONDS = 5_000
const AT_ONCE = 4
const BATCH = 40
/** A postback is worked off when it arrives; older ones (milliseconds) were left by a crash. */
const LEFT_BEHIND_AFTER = 10_000

/** For what nobody told us: looks at every application whose look is due, and at leftover postbacks. */
export default async function watchApplications(container: MedusaContainer): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const leftBehind = await financing.listFinancingPostbacks(
    { processed_at: null, created_at: { $lt: new Date(Date.now() - LEFT_BEHIND_AFTER) } },
    // Oldest first; one that fails again and again is put aside, so none keeps the others waiting.
    { order: { created_at: "ASC" }, take: BATCH, select: ["id", "application_id"] }
  )
  const withPostbacks = new Set(leftBehind.map(({ application_id }) => application_id))
  const due = await financing.claimDue(BATCH)
  const errands = [
    ...[...withPostbacks].map(
      (id) => () => processPostbacksWorkflow(container).run({ input: { application_id: id } })
    ),
    ...due.map(
      (id) => () =>
        syncApplicationWorkflow(container).run({ input: { application_id: id, cause: "poll" } })
    ),
  ]
  await runSome(errands, (error) => {
    const kind = error instanceof Error ? error.name : "unknown"
    logger.error(`consumer-financing: an application could not be synced and stays due (${kind})`)
  })
}

/** Runs the errands, a few at once; one that fails does not keep the others from running. */
async function runSome(
  errands: (() => Promise<unknown>)[],
  onError: (error: unknown) => void
): Promise<void> {
  const waiting = [...errands]
  const worker = async () => {
    for (let errand = waiting.shift(); errand; errand = waiting.shift()) {
      await errand().catch(onError)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

export const config = {
  name: "watch-financing-applications",
  schedule: { interval: EVERY_MILLISECONDS, concurrency: "forbid" },
}

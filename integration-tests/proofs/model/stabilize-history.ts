import { createHarness } from "../../store/harness"
import { resolveDoubts } from "../resolve-doubts"
import type { Model, Story } from "./history"
import { observeStep } from "./step"
import type { Snapshot } from "./snapshot"

const { store, simulator } = createHarness()

/** Enough rounds to become stable. The agreement check reports a history that does not. */
const MAX_ROUNDS = 6

/**
 * Brings a history to a stable state: clears faults, delivers held postbacks, advances time and reconciles. Staff then
 * resolve what is in doubt, and more than a week passes.
 * @returns the number of calls that met a fault
 */
export async function stabilizeHistory(story: Story, model: Model): Promise<number> {
  const faultsHit = await story.service.clearAllFaults()
  const { applications, preApproved } = model.snapshot
  for (const { tip } of [...applications, ...preApproved]) {
    await simulator.releasePostbacks({ token: tip })
    await simulator.clock({ advanceSeconds: 2 * 3_600, token: tip })
  }
  await reconcileUntilUnchanged(story, model)
  if ((await resolveDoubts(story.purchaseId)) > 0) await reconcileUntilUnchanged(story, model)
  model.activity.hours += 9 * 24
  await story.age(9 * 24 * 60)
  await reconcileUntilUnchanged(story, model)
  return faultsHit
}

/** Reconciles once an hour until nothing changes. */
async function reconcileUntilUnchanged(story: Story, model: Model): Promise<void> {
  let last = getFingerprint(model.snapshot)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await story.age(61)
    for (const { id, uses } of model.snapshot.preApprovals) {
      const input = { pre_approval_id: id }
      if (uses.length === 0) await store.runWorkflow("check-pre-approval-of-financing", input)
    }
    await store.runJob("watch-ledger-of-financing")
    const due = await story.findDue()
    for (const { id: application_id, hasPostbacks } of due) {
      if (hasPostbacks) await store.runWorkflow("process-financing-postbacks", { application_id })
      await store.runWorkflow("reconcile-financing-application", { application_id, cause: "poll" })
    }
    // The store's own reconciliation can hold the lease longer than these calls take.
    await story.waitForIdle()
    await observeStep(model, story)
    const now = getFingerprint(model.snapshot)
    if (now === last) return
    last = now
  }
}

const getFingerprint = ({ applications, medusa, records, preApprovals }: Snapshot): string =>
  JSON.stringify([
    applications.map(({ status, tokens }) => [status, tokens]),
    medusa,
    records,
    preApprovals,
  ])

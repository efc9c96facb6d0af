import { harness } from "../../store/harness"
import { resolveByStaff } from "../resolve-by-staff"
import { type Model, observe, type Story } from "./history"
import type { World } from "./world"

const { store, simulator } = harness()

/** Enough rounds to become stable. The agreement check reports a history that does not. */
const ROUNDS = 6

/**
 * Brings a history to a stable state: clears faults, delivers held postbacks, advances time and reconciles. Staff then
 * resolve what is in doubt, and more than a week passes.
 * @returns the number of calls that met a fault
 */
export async function letRest(story: Story, model: Model): Promise<number> {
  const struck = await story.service.calmDown()
  const { applications, preApproved } = model.world
  for (const { tip } of [...applications, ...preApproved]) {
    await simulator.releasePostbacks({ token: tip })
    await simulator.clock({ advanceSeconds: 2 * 3_600, token: tip })
  }
  await settleDown(story, model)
  if ((await resolveByStaff(story.purchaseId)) > 0) await settleDown(story, model)
  model.asked.hours += 9 * 24
  await story.age(9 * 24 * 60)
  await settleDown(story, model)
  return struck
}

/** Reconciles once an hour until nothing changes. */
async function settleDown(story: Story, model: Model): Promise<void> {
  let last = fingerprint(model.world)
  for (let round = 0; round < ROUNDS; round += 1) {
    await story.age(61)
    for (const { id, uses } of model.world.preApprovals) {
      const input = { pre_approval_id: id }
      if (uses.length === 0) await store.workflow("check-pre-approval-of-financing", input)
    }
    await store.runJob("watch-ledger-of-financing")
    const due = await story.dueNow()
    for (const { id: application_id, hasPostbacks } of due) {
      if (hasPostbacks) await store.workflow("process-financing-postbacks", { application_id })
      await store.workflow("reconcile-financing-application", { application_id, cause: "poll" })
    }
    // The store's own reconciliation can hold the lease longer than these calls take.
    await story.untilIdle()
    await observe(model, story)
    const now = fingerprint(model.world)
    if (now === last) return
    last = now
  }
}

const fingerprint = ({ applications, medusa, ours, preApprovals }: World): string =>
  JSON.stringify([
    applications.map(({ status, tokens }) => [status, tokens]),
    medusa,
    ours,
    preApprovals,
  ])

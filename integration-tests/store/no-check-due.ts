import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { applicationOf, hoursAgo, rewrite } from "./our-records"

const { store } = harness()

/** Longer than the delay between an event and its reconciliation. */
const QUIET_MILLISECONDS = 1_500

/** Postpones the next scheduled check of a cart's application by an hour. */
export async function putOffCheck(cartId: string): Promise<void> {
  await rewrite((await applicationOf(cartId)).id, { next_check_at: hoursAgo(-1) })
}

/** Makes the next scheduled check of a cart's application due now. @throws when none is scheduled */
export async function bringCheckForward(cartId: string): Promise<void> {
  const { id, next_check_at } = await applicationOf(cartId)
  expect(next_check_at).toEqual(expect.any(String))
  await rewrite(id, { next_check_at: hoursAgo(0) })
}

/** Waits until no reconciliation runs or is about to start, and no check is due. */
export async function comeToRest(id: string): Promise<void> {
  await eventually(async () => {
    await rewrite(id, { next_check_at: null })
    // Drops a requested rerun: the scheduled check would have handled it.
    await store.call("consumerFinancing", "deleteFinancingLeases", [rerunOf(id)])
    await sleep(QUIET_MILLISECONDS)
    expect(await store.call("consumerFinancing", "listFinancingLeases", ofReconcile(id))).toEqual(
      []
    )
    expect(await store.call("consumerFinancing", "retrieveFinancingApplication", id)).toMatchObject(
      {
        next_check_at: null,
      }
    )
  })
}

const rerunOf = (id: string) => `rerun:reconcile:${id}`
const ofReconcile = (id: string) => ({ id: [`reconcile:${id}`, rerunOf(id)] })

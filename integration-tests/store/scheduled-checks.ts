import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { getLatestApplication, hoursAgo, updateApplication } from "./plugin-records"

const { store } = createHarness()

/** Longer than the delay between an event and its reconciliation. */
const QUIET_MILLISECONDS = 1_500

/** Postpones the next scheduled check of a cart's application by an hour. */
export async function postponeCheck(cartId: string): Promise<void> {
  await updateApplication((await getLatestApplication(cartId)).id, { next_check_at: hoursAgo(-1) })
}

/** Makes the next scheduled check of a cart's application due now. @throws when none is scheduled */
export async function makeCheckDue(cartId: string): Promise<void> {
  const { id, next_check_at } = await getLatestApplication(cartId)
  expect(next_check_at).toEqual(expect.any(String))
  await updateApplication(id, { next_check_at: hoursAgo(0) })
}

/** Waits until no reconciliation runs or is about to start, and no check is due. */
export async function waitUntilIdle(id: string): Promise<void> {
  await eventually(async () => {
    await updateApplication(id, { next_check_at: null })
    // Drops a requested rerun: the scheduled check would have handled it.
    await store.call("consumerFinancing", "deleteFinancingLeases", [getRerunLeaseId(id)])
    await sleep(QUIET_MILLISECONDS)
    expect(
      await store.call("consumerFinancing", "listFinancingLeases", buildLeaseFilter(id))
    ).toEqual([])
    expect(await store.call("consumerFinancing", "retrieveFinancingApplication", id)).toMatchObject(
      {
        next_check_at: null,
      }
    )
  })
}

const getRerunLeaseId = (id: string) => `rerun:reconcile:${id}`
const buildLeaseFilter = (id: string) => ({ id: [`reconcile:${id}`, getRerunLeaseId(id)] })

import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { applicationOf, hoursAgo, rewrite } from "./our-records"

const { store } = harness()

/** Longer than an event waits that asks for a reconciliation. */
const QUIET_MILLISECONDS = 1_500

/** A cart's application is not looked at by the schedule for the length of a test. */
export async function putOffCheck(cartId: string): Promise<void> {
  await rewrite((await applicationOf(cartId)).id, { next_check_at: hoursAgo(-1) })
}

/** What is looked at by itself in some seconds or minutes is due now. @throws where no look is planned */
export async function bringCheckForward(cartId: string): Promise<void> {
  const { id, next_check_at } = await applicationOf(cartId)
  expect(next_check_at).toEqual(expect.any(String))
  await rewrite(id, { next_check_at: hoursAgo(0) })
}

/** No reconcile is under way, none is about to begin, and no look is due. */
export async function comeToRest(id: string): Promise<void> {
  await eventually(async () => {
    await rewrite(id, { next_check_at: null })
    // Word that came too late for the reconciliation that ran is honoured by the look that was due.
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

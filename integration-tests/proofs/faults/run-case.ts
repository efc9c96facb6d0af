import { setTimeout as sleep } from "node:timers/promises"
import type { FaultInput } from "../../../src/sandbox"
import { eventually } from "../../../tooling/clients/eventually"
import { harness } from "../../store/harness"
import { type Exemptions, expectInvariants } from "../../store/invariants"
import { applicationOf, reconcile } from "../../store/our-records"
import { appliedCart } from "../../store/purchase-steps"
import { comeToRest, nobodyWorksOn, stopChecking } from "../come-to-rest"
import { type Case, concernsEverybody, filesApplication } from "./cases"
import { finish, isRefused } from "../journeys/finish"
import type { Stage } from "../journeys/journey"

const doors = harness()
const { simulator } = doors

/** An application that no case is about. */
let bystander: Promise<string> | undefined

/**
 * After a failed request for an access token, scheduled checks of the process ask for none for some
 * seconds. The process keeps that in memory, so that it does not age with the rows. Other checks ask at once.
 */
async function waitForToken(): Promise<void> {
  bystander ??= appliedCart().then(async ({ cart }) => (await applicationOf(cart.id)).id)
  await reconcile(await bystander, "store")
}

/** The case's fault, for its own application's calls. `{token}` is filled in. */
function faultOf({ call, ill, ...rest }: Case, { match, token = "" }: Stage): FaultInput {
  const text = JSON.stringify(ill.fault).replaceAll("{token}", token)
  const fault = { ...(JSON.parse(text) as typeof ill.fault), operation: call }
  return concernsEverybody({ call, ill, ...rest }) ? fault : { ...fault, match }
}

async function underFault(one: Case, stage: Stage): Promise<boolean> {
  if (concernsEverybody(one)) await simulator.revokeAccessTokens()
  const { id } = await simulator.fault(faultOf(one, stage))
  try {
    const refused = await isRefused(() => stage.act(doors))
    // What an event set going comes a moment later.
    await eventually(() => expectBefallen(id), { everyMs: 250 })
    await nobodyWorksOn(stage.cartId)
    // What is carried out a moment later is so before the rows are made to look days old.
    await sleep(2 * (one.ill.fault.executesAfterMs ?? 0))
    return refused
  } finally {
    await simulator.clearFaults(id)
    if (concernsEverybody(one)) await waitForToken()
  }
}

async function expectBefallen(id: string): Promise<void> {
  const fault = (await simulator.faults()).find((one) => one.id === id)
  if (!fault?.applied) throw new Error("The fault befell no call")
}

/**
 * One case from a fresh cart to its rest: the fault, what people do, time, the person's word; then
 * the invariants, then once more what was wanted, which must be possible, and the invariants again.
 * Throws what is violated.
 */
export async function runCase(one: Case): Promise<void> {
  const stage = await one.journey.prepare()
  const refused = await underFault(one, stage)
  if (one.retry && (refused || one.journey.isRepeatable)) await isRefused(stage.again)
  await comeToRest(stage.cartId)
  await expectInvariants(stage.cartId, exemptionsOf(one))
  if (one.ill.denies && filesApplication(one)) return await stopChecking(stage.cartId)
  await finish(stage)
  await expectInvariants(stage.cartId, exemptionsOf(one))
  await stopChecking(stage.cartId)
}

/**
 * A create that took effect and was answered by a 4xx, which the plugin cannot detect. (A 401 counts, too:
 * by contract, a create is repeated after one.) The same holds for a cart that was attached to a
 * pre-approval, which counts as unused then; once it is signed, its check opens a review case.
 */
function exemptionsOf(one: Case): Exemptions {
  const { denies, fault } = one.ill
  const isDenied = fault.when === "after" && (denies || fault.kind === "unauthorized")
  const isHidden = filesApplication(one) || one.call === "updateCartAndSend"
  return isDenied && isHidden ? { denied: true } : {}
}

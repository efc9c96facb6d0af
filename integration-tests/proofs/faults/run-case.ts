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

/** Id of an application that no case uses. */
let bystander: Promise<string> | undefined

/**
 * Makes the process request an access token. After a failed request its scheduled checks pause for some seconds, which
 * it keeps in memory; other checks request one at once.
 */
async function waitForToken(): Promise<void> {
  bystander ??= appliedCart().then(async ({ cart }) => (await applicationOf(cart.id)).id)
  await reconcile(await bystander, "store")
}

/** Builds the case's fault for its own application's calls, with `{token}` filled in. */
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
    // Subscribers make their calls a moment later.
    await eventually(() => expectBefallen(id), { everyMs: 250 })
    await nobodyWorksOn(stage.cartId)
    // Late executions have to happen before time advances.
    await sleep(2 * (one.ill.fault.executesAfterMs ?? 0))
    return refused
  } finally {
    await simulator.clearFaults(id)
    if (concernsEverybody(one)) await waitForToken()
  }
}

async function expectBefallen(id: string): Promise<void> {
  const fault = (await simulator.faults()).find((one) => one.id === id)
  if (!fault?.applied) throw new Error("No call met the fault")
}

/**
 * Runs one case: the action under its fault, an optional retry, then reconciliation until the cart is stable. Checks
 * the invariants, expects that the goal can still be reached, and checks them again.
 * @throws Error on a violated invariant or expectation
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
 * Returns the exemptions of a case whose create or attachment took effect although the answer was a 4xx: the plugin
 * cannot detect it. A 401 counts too, because the client repeats a create after one.
 */
function exemptionsOf(one: Case): Exemptions {
  const { denies, fault } = one.ill
  const isDenied = fault.when === "after" && (denies || fault.kind === "unauthorized")
  const isHidden = filesApplication(one) || one.call === "updateCartAndSend"
  return isDenied && isHidden ? { denied: true } : {}
}

import { setTimeout as sleep } from "node:timers/promises"
import type { FaultInput } from "../../../src/sandbox"
import { eventually } from "../../../tooling/clients/eventually"
import { createHarness } from "../../store/harness"
import { type Exemptions, expectInvariants } from "../../store/invariants"
import { getLatestApplication, reconcile } from "../../store/plugin-records"
import { createAppliedCart } from "../../store/purchase-steps"
import { stabilizeCart, waitForCartIdle, stopScheduledChecks } from "../stabilize-cart"
import { type Case, isProcessWide, createsApplication } from "./cases"
import { finishJourney, isActionRefused } from "../journeys/finish-journey"
import type { PreparedJourney } from "../journeys/journey"

const clients = createHarness()
const { simulator } = clients

/** Id of an application that no case uses. */
let unrelatedApplicationId: Promise<string> | undefined

/**
 * Makes the process request an access token. After a failed request its scheduled checks pause for some seconds, which
 * it keeps in memory; other checks request one at once.
 */
async function requestAccessToken(): Promise<void> {
  unrelatedApplicationId ??= createAppliedCart().then(
    async ({ cart }) => (await getLatestApplication(cart.id)).id
  )
  await reconcile(await unrelatedApplicationId, "store")
}

/** Builds the case's fault for its own application's calls, with `{token}` filled in. */
function buildFault(
  { call, callFault, ...rest }: Case,
  { match, token = "" }: PreparedJourney
): FaultInput {
  const text = JSON.stringify(callFault.fault).replaceAll("{token}", token)
  const fault = { ...(JSON.parse(text) as typeof callFault.fault), operation: call }
  return isProcessWide({ call, callFault, ...rest }) ? fault : { ...fault, match }
}

async function runUnderFault(faultCase: Case, stage: PreparedJourney): Promise<boolean> {
  if (isProcessWide(faultCase)) await simulator.revokeAccessTokens()
  const { id } = await simulator.fault(buildFault(faultCase, stage))
  try {
    const refused = await isActionRefused(() => stage.act(clients))
    // Subscribers make their calls a moment later.
    await eventually(() => expectFaultApplied(id), { everyMs: 250 })
    await waitForCartIdle(stage.cartId)
    // Late executions have to happen before time advances.
    await sleep(2 * (faultCase.callFault.fault.executesAfterMs ?? 0))
    return refused
  } finally {
    await simulator.clearFaults(id)
    if (isProcessWide(faultCase)) await requestAccessToken()
  }
}

async function expectFaultApplied(id: string): Promise<void> {
  const fault = (await simulator.faults()).find((fault) => fault.id === id)
  if (!fault?.applied) throw new Error("No call met the fault")
}

/**
 * Runs one case: the action under its fault, an optional retry, then reconciliation until the cart is stable. Checks
 * the invariants, expects that the goal can still be reached, and checks them again.
 * @throws Error on a violated invariant or expectation
 */
export async function runCase(faultCase: Case): Promise<void> {
  const stage = await faultCase.journey.prepare()
  const refused = await runUnderFault(faultCase, stage)
  if (faultCase.retry && (refused || faultCase.journey.isRepeatable))
    await isActionRefused(stage.retry)
  await stabilizeCart(stage.cartId)
  await expectInvariants(stage.cartId, getExemptions(faultCase))
  if (faultCase.callFault.denies && createsApplication(faultCase))
    return await stopScheduledChecks(stage.cartId)
  await finishJourney(stage)
  await expectInvariants(stage.cartId, getExemptions(faultCase))
  await stopScheduledChecks(stage.cartId)
}

/**
 * Returns the exemptions of a case whose create or attachment took effect although the answer was a 4xx: the plugin
 * cannot detect it. A 401 counts too, because the client repeats a create after one.
 */
function getExemptions(faultCase: Case): Exemptions {
  const { denies, fault } = faultCase.callFault
  const isDenied = fault.when === "after" && (denies || fault.kind === "unauthorized")
  const isHidden = createsApplication(faultCase) || faultCase.call === "updateCartAndSend"
  return isDenied && isHidden ? { denied: true } : {}
}

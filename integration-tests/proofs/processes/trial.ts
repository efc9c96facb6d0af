import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Pool } from "pg"
import { createHarness } from "../../store/harness"
import { expectConsistentCart } from "../expect-consistent-cart"
import { stopScheduledChecks } from "../stabilize-cart"
import type { Race, RaceSetup } from "./races"
import type { Side } from "./sides"

const { simulator } = createHarness()

/** Maximum offset between the two actions, in milliseconds. */
const MAX_OFFSET_MS = 12

export type Trial = { kind: string; seed: number; sides: [Side, Side]; database: Pool }

/** Returns the milliseconds by which the second action starts after the first, derived from the seed. */
export function getOffset({ kind, seed }: Pick<Trial, "kind" | "seed">): number {
  const fraction = createHash("sha256").update(`${kind} ${seed}`).digest().readUInt16BE(0) / 0xffff
  return Math.round((fraction * 2 - 1) * MAX_OFFSET_MS * 10) / 10
}

/** Whether an action was not refused. A failed completion, which returns the cart, counts as done. */
const isDone = (result: PromiseSettledResult<unknown>): boolean => result.status === "fulfilled"

async function runRace({ actions: [first, second] }: Race, offset: number): Promise<number> {
  const answers = await Promise.allSettled([
    sleep(Math.max(0, -offset)).then(first),
    sleep(Math.max(0, offset)).then(second),
  ])
  return answers.filter(isDone).length
}

/**
 * Runs one race, waits until the cart is stable, and checks the invariants, the model and the race's own expectation.
 * @returns the number of actions that succeeded
 * @throws Error with the failed expectation and the state of both sides
 */
export async function runTrial(trial: Trial, setup: RaceSetup): Promise<number> {
  const { sides, database } = trial
  const race = await setup(sides)
  const done = await runRace(race, getOffset(trial))
  await expectConsistentCart({
    cartId: race.cartId,
    database,
    expectResult: () => race.expectResult(done),
    note: `${done} of 2 were done`,
  })
  await stopScheduledChecks(race.cartId)
  for (const { tip } of await simulator.listCartApplications(race.cartId)) {
    await simulator.forget(tip)
  }
  return done
}

import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Pool } from "pg"
import { harness } from "../../store/harness"
import { expectAtRest } from "../at-rest"
import { stopChecking } from "../come-to-rest"
import type { Race, Racing } from "./races"
import type { Side } from "./sides"

const { simulator } = harness()

/** Maximum offset between the two actions, in milliseconds. */
const FURTHEST_APART = 12

export type Trial = { kind: string; seed: number; sides: [Side, Side]; database: Pool }

/** Returns the milliseconds by which the second action starts after the first, derived from the seed. */
export function offsetOf({ kind, seed }: Pick<Trial, "kind" | "seed">): number {
  const drawn = createHash("sha256").update(`${kind} ${seed}`).digest().readUInt16BE(0) / 0xffff
  return Math.round((drawn * 2 - 1) * FURTHEST_APART * 10) / 10
}

/** Whether an action was not refused. A failed completion, which returns the cart, counts as done. */
const isDone = (one: PromiseSettledResult<unknown>): boolean => one.status === "fulfilled"

async function release({ acts: [first, second] }: Race, offset: number): Promise<number> {
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
export async function runTrial(trial: Trial, racing: Racing): Promise<number> {
  const { sides, database } = trial
  const race = await racing(sides)
  const done = await release(race, offsetOf(trial))
  await expectAtRest({
    cartId: race.cartId,
    database,
    expectAlso: () => race.expectAfter(done),
    note: `${done} of 2 were done`,
  })
  await stopChecking(race.cartId)
  for (const { tip } of await simulator.applicationsOfCart(race.cartId)) {
    await simulator.forget(tip)
  }
  return done
}

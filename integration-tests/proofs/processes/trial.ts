import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Pool } from "pg"
import { harness } from "../../store/harness"
import { expectAtRest } from "../at-rest"
import { stopChecking } from "../come-to-rest"
import type { Race, Racing } from "./races"
import type { Side } from "./sides"

const { simulator } = harness()

/** The two are released at most so far apart, in milliseconds. */
const FURTHEST_APART = 12

export type Trial = { kind: string; seed: number; sides: [Side, Side]; database: Pool }

/** Milliseconds that the second process begins after the first; the same for the same seed. */
export function offsetOf({ kind, seed }: Pick<Trial, "kind" | "seed">): number {
  const drawn = createHash("sha256").update(`${kind} ${seed}`).digest().readUInt16BE(0) / 0xffff
  return Math.round((drawn * 2 - 1) * FURTHEST_APART * 10) / 10
}

/** A side that answers with a refusal has not done it. A completion that failed is a cart. */
const isDone = (one: PromiseSettledResult<unknown>): boolean => one.status === "fulfilled"

async function release({ acts: [first, second] }: Race, offset: number): Promise<number> {
  const answers = await Promise.allSettled([
    sleep(Math.max(0, -offset)).then(first),
    sleep(Math.max(0, offset)).then(second),
  ])
  return answers.filter(isDone).length
}

/**
 * Lets two processes do something at the same moment, waits until all rests, and holds the outcome
 * against the invariants, the model's agreement, and what this race has to end in.
 * @returns how many of the two were answered as done
 * @throws Error with the expectation that failed, and both worlds
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

import { atOnce } from "../../../tooling/at-once"
import { setTimeout as sleep } from "node:timers/promises"
import type { KilledOperation } from "./killed-operations"
import { takeOver } from "./take-over"
import { type Errand, errandAt, type Fate, type Victim } from "./victim"

/** An operation and the effect after which its process dies. */
export type Kill = { name: string; operation: KilledOperation; moment: string }

export type Verdict = {
  kill: Kill
  /** Whether it stopped at its moment. Otherwise it finished earlier, or the final SIGKILL ended it. */
  died: boolean
  /** Names of the effects that happened, in order. */
  effects: string[]
  /** The violated expectation. */
  error?: Error
}

/** Milliseconds without an effect after which an operation counts as ended. */
const QUIET = 4_000
const LONGEST = 90_000

/** Waits until the request has died, or has finished with everything it triggered. */
async function ended(errand: Errand, acting: Promise<unknown>): Promise<void> {
  let isOver = false
  void acting.finally(() => (isOver = true)).catch(() => undefined)
  const giveUpAt = Date.now() + LONGEST
  let last = { count: -1, at: Date.now() }
  while (Date.now() < giveUpAt) {
    const { effects, diedAt } = await errand.read()
    if (diedAt !== null) return
    if (effects.length !== last.count || !isOver) last = { count: effects.length, at: Date.now() }
    if (Date.now() - last.at > QUIET) return
    await sleep(100)
  }
}

/** Prepares one operation at a victim. Its answer is ignored, because the process dies. */
export async function begin({ operation, fate }: Begun, victim: Victim) {
  const stage = await operation.prepare()
  const errand = await errandAt(victim, fate)
  return {
    stage,
    errand,
    act: async () => {
      const acting = stage.actAt(errand).catch(() => undefined)
      await ended(errand, acting)
    },
  }
}

type Begun = { operation: KilledOperation; fate?: Fate }

/**
 * Runs several operations in one process, each stopped after its own effect. Then kills the process (SIGKILL), and the
 * worker's own store takes over.
 */
export async function runKills(victim: Victim, kills: Kill[]): Promise<Verdict[]> {
  const begun: (Awaited<ReturnType<typeof begin>> & { kill: Kill })[] = []
  // At most three at once: on a busy machine, core's lock times out when more carts are completed together.
  const beginnings = kills.map((kill) => async () => {
    const { operation, moment } = kill
    begun.push({ kill, ...(await begin({ operation, fate: { moment, deed: "die" } }, victim)) })
  })
  await atOnce(beginnings, 3)
  await Promise.all(begun.map(({ act }) => act()))
  await victim.kill("SIGKILL")
  return await Promise.all(
    begun.map(async ({ kill, stage, errand }) => {
      const { diedAt, effects } = await errand.read()
      const verdict = { kill, died: diedAt !== null, effects }
      try {
        await takeOver(stage)
        return verdict
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        return { ...verdict, error }
      }
    })
  )
}

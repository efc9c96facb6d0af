import { atOnce } from "../../../tooling/at-once"
import { setTimeout as sleep } from "node:timers/promises"
import type { KilledOperation } from "./killed-operations"
import { takeOver } from "./take-over"
import { type Errand, errandAt, type Fate, type Victim } from "./victim"

/** One operation, and the effect after which its process dies. */
export type Kill = { name: string; operation: KilledOperation; moment: string }

export type Verdict = {
  kill: Kill
  /** It died at its moment; else it was done before, or held up by a neighbour's death, and killed with it. */
  died: boolean
  /** Names of the effects that happened, in their order. */
  effects: string[]
  /** What is violated. */
  error?: Error
}

/** Nothing has happened for so long (milliseconds): nothing more will. */
const QUIET = 4_000
const LONGEST = 90_000

/** Resolves when the errand is dead, or done with everything that it set going. */
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

/** Begins one operation at a victim. What it answers is of no interest: the process dies over it. */
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
 * Several operations at one process, each of which dies after an effect of its own; when all have,
 * the process is killed (SIGKILL), and the worker's own store takes over.
 */
export async function runKills(victim: Victim, kills: Kill[]): Promise<Verdict[]> {
  const begun: (Awaited<ReturnType<typeof begin>> & { kill: Kill })[] = []
  // Three at once: on a busy machine, core's own lock times out where more carts are completed at once.
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

import { Pool } from "pg"
import { harness } from "../../store/harness"
import { atOnce } from "../../../tooling/at-once"
import { say } from "../proof-options"
import { RACES } from "./races"
import type { Side } from "./sides"
import { offsetOf, runTrial } from "./trial"

const { run } = harness()

/** Concurrent trials, each with its own cart. */
const AT_ONCE = 4
const PROGRESS_EVERY = 10_000

export type Wrong = { kind: string; seed: number; why: string }
/** `refused` counts trials in which both actions were refused. */
export type Count = { kind: string; trials: number; refused: number; wrong: Wrong[] }

type Wish = { trials: number; seed: number; only: string }

/** Runs `trials` trials of every kind. The n-th uses `seed` + n. */
export async function runTrials(wish: Wish, sides: [Side, Side]): Promise<Count[]> {
  const database = new Pool({ connectionString: run.databaseUrl, max: AT_ONCE })
  const kinds = Object.entries(RACES).filter(([kind]) => kind.includes(wish.only))
  const counts = new Map<string, Count>(
    kinds.map(([kind]) => [kind, { kind, trials: 0, refused: 0, wrong: [] }])
  )
  const began = performance.now()
  const all = kinds.length * wish.trials
  const progress = setInterval(() => {
    const done = [...counts.values()].reduce((sum, { trials }) => sum + trials, 0)
    const wrong = [...counts.values()].flatMap((one) => one.wrong).length
    const rate = ((done * 1_000) / (performance.now() - began)).toFixed(2)
    say(`  ${done} of ${all} races · ${rate}/s · ${wrong} wrong`)
  }, PROGRESS_EVERY)
  const errands = Array.from({ length: wish.trials }, (_, index) =>
    kinds.map(([kind, racing]) => async () => {
      const seed = wish.seed + index
      const count = counts.get(kind)
      if (!count) return
      try {
        const done = await runTrial({ kind, seed, sides, database }, racing)
        if (done === 0) count.refused += 1
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        count.wrong.push({ kind, seed, why })
        tell({ kind, seed, why })
      }
      count.trials += 1
    })
  ).flat()
  try {
    await atOnce(errands, AT_ONCE)
  } finally {
    clearInterval(progress)
    await database.end()
  }
  return [...counts.values()]
}

function tell({ kind, seed, why }: Wrong): void {
  const apart = `${offsetOf({ kind, seed })} ms apart`
  say(`✘ ${kind}, ${apart} (seed ${seed}): ${why}\n  To repeat it: ${replay({ kind, seed })}`)
}

export function replay({ kind, seed }: Pick<Wrong, "kind" | "seed">): string {
  return `npm run simulate:processes -- --trials 20 --seed ${seed} --only "${kind}"`
}

import { Pool } from "pg"
import { createHarness } from "../../store/harness"
import { runConcurrently } from "../../../tooling/run-concurrently"
import { printLine } from "../proof-options"
import { RACES } from "./races"
import type { Side } from "./sides"
import { getOffset, runTrial } from "./trial"

const { run } = createHarness()

/** Concurrent trials, each with its own cart. */
const CONCURRENCY = 4
const PROGRESS_INTERVAL_MS = 10_000

export type FailedTrial = { kind: string; seed: number; why: string }
/** `refused` counts trials in which both actions were refused. */
export type RaceCount = { kind: string; trials: number; refused: number; failures: FailedTrial[] }

type TrialOptions = { trials: number; seed: number; only: string }

/** Runs `trials` trials of every kind. The n-th uses `seed` + n. */
export async function runTrials(options: TrialOptions, sides: [Side, Side]): Promise<RaceCount[]> {
  const database = new Pool({ connectionString: run.databaseUrl, max: CONCURRENCY })
  const kinds = Object.entries(RACES).filter(([kind]) => kind.includes(options.only))
  const counts = new Map<string, RaceCount>(
    kinds.map(([kind]) => [kind, { kind, trials: 0, refused: 0, failures: [] }])
  )
  const startedAt = performance.now()
  const total = kinds.length * options.trials
  const progress = setInterval(() => {
    const done = [...counts.values()].reduce((sum, { trials }) => sum + trials, 0)
    const wrong = [...counts.values()].flatMap((count) => count.failures).length
    const rate = ((done * 1_000) / (performance.now() - startedAt)).toFixed(2)
    printLine(`  ${done} of ${total} races · ${rate}/s · ${wrong} wrong`)
  }, PROGRESS_INTERVAL_MS)
  const tasks = Array.from({ length: options.trials }, (_, index) =>
    kinds.map(([kind, setup]) => async () => {
      const seed = options.seed + index
      const count = counts.get(kind)
      if (!count) return
      try {
        const done = await runTrial({ kind, seed, sides, database }, setup)
        if (done === 0) count.refused += 1
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        count.failures.push({ kind, seed, why })
        printFailedTrial({ kind, seed, why })
      }
      count.trials += 1
    })
  ).flat()
  try {
    await runConcurrently(tasks, CONCURRENCY)
  } finally {
    clearInterval(progress)
    await database.end()
  }
  return [...counts.values()]
}

function printFailedTrial({ kind, seed, why }: FailedTrial): void {
  const offset = `${getOffset({ kind, seed })} ms apart`
  printLine(
    `✘ ${kind}, ${offset} (seed ${seed}): ${why}\n  To repeat it: ${formatReplayCommand({ kind, seed })}`
  )
}

export function formatReplayCommand({ kind, seed }: Pick<FailedTrial, "kind" | "seed">): string {
  return `npm run simulate:processes -- --trials 20 --seed ${seed} --only "${kind}"`
}

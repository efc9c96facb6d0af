import { say } from "../proof-options"

/** A history that broke a rule, described for the report. */
export type Failure = {
  seed: number
  plan: string[]
  told: string[]
  why: string
  worlds: string[]
}

export function tell({ seed, plan, told, why, worlds }: Failure): void {
  const lines = told.map((words, index) => `    ${index + 1}. ${words}`)
  const head = `✘ Violation (seed ${seed}): ${why}`
  const given = plan.map((words) => `    given ${words}`)
  const replay = `  Play it again: npm run simulate -- --runs 1 --seed ${seed}`
  const then = worlds.map((words) => `    then ${words}`)
  say([head, ...given, ...lines, ...then, replay].join("\n"))
}

import { printLine } from "../proof-options"

/** A history that broke a rule, described for the report. */
export type Failure = {
  seed: number
  plan: string[]
  steps: string[]
  why: string
  worlds: string[]
}

export function printFailure({ seed, plan, steps, why, worlds }: Failure): void {
  const lines = steps.map((step, index) => `    ${index + 1}. ${step}`)
  const head = `✘ Violation (seed ${seed}): ${why}`
  const planLines = plan.map((line) => `    given ${line}`)
  const replay = `  Play it again: npm run simulate -- --runs 1 --seed ${seed}`
  const stateLines = worlds.map((line) => `    then ${line}`)
  printLine([head, ...planLines, ...lines, ...stateLines, replay].join("\n"))
}

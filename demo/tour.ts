import { performance } from "node:perf_hooks"
import { eventually } from "../tooling/clients/eventually"
import { formatElapsed } from "../tooling/progress"
import type { Demo } from "./start-demo"

/** A scenario that the demo plays and verifies. */
export type Tour = { title: string; run: (scene: TourContext) => Promise<void> }

/** What a tour works with: the running demo, and the function that runs its steps. */
export type TourContext = { demo: Demo; step: RunStep }

/** Runs and verifies one step, and prints its lines and duration. */
export type RunStep = <T>(title: string, work: (told: StepReporter) => Promise<T>) => Promise<T>

export type System = "Medusa" | "Simulator" | "Storefront"

/** Compares a value of one system with the expected value. @throws Mismatch when they differ */
export type Check = (
  world: System,
  what: string,
  values: { actual: unknown; expected: unknown }
) => void

export type StepReporter = {
  /** Adds a line to the step's output. */
  log: (sentence: string) => void
  /**
   * Repeats the checks until all of them pass, for 30 seconds at most: some effects of a step happen in
   * the background. Prints the values of the run that passed.
   */
  verify: <T>(look: (check: Check) => Promise<T>) => Promise<T>
}

/** A system's value differs from the expected value. */
export class Mismatch extends Error {
  override name = "Mismatch"
}

const VERIFY_TIMING = { timeoutMs: 30_000, everyMs: 100 }

function formatValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.map(formatValue).join(", ") || "none"
  return typeof value === "string" ? value : JSON.stringify(value)
}

function createCheck(results: string[]): Check {
  return (world, label, values) => {
    const [actualText, expectedText] = [formatValue(values.actual), formatValue(values.expected)]
    if (actualText !== expectedText) {
      throw new Mismatch(`${world}: ${label} should be ${expectedText}, but is ${actualText}.`)
    }
    results.push(`${world.padEnd(12)}${label.padEnd(32)}${actualText}`)
  }
}

export type TourCounts = { steps: number; checks: number }

/** Plays one tour. @throws Error that names the step that failed */
export async function playTour(tour: Tour, demo: Demo): Promise<TourCounts> {
  console.log(`\n${tour.title}\n`)
  const counts: TourCounts = { steps: 0, checks: 0 }
  const step: RunStep = async (name, work) => {
    const startedAt = performance.now()
    const lines: string[] = []
    const reporter: StepReporter = {
      log: (sentence) => lines.push(sentence),
      verify: (look) =>
        eventually(async () => {
          const seen: string[] = []
          const result = await look(createCheck(seen))
          lines.push(...seen)
          counts.checks += seen.length
          return result
        }, VERIFY_TIMING),
    }
    counts.steps += 1
    const print = (mark: string): void => {
      console.log(`  ${mark} ${counts.steps}. ${name} (${formatElapsed(startedAt)})`)
      for (const line of lines) console.log(`       ${line}`)
    }
    try {
      const result = await work(reporter)
      print("✔")
      return result
    } catch (error) {
      print("✘")
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Step ${counts.steps}, "${name}", failed. ${reason}`, { cause: error })
    }
  }
  await demo.shopper.reset()
  await tour.run({ demo, step })
  return counts
}

import { performance } from "node:perf_hooks"
import { eventually } from "../tooling/clients/eventually"
import { formatElapsed } from "../tooling/progress"
import type { Demo } from "./start-everything"

/** A scenario that the demo plays and verifies. */
export type Tour = { title: string; walk: (scene: Scene) => Promise<void> }

/** What a tour works with: the running demo, and the function that runs its steps. */
export type Scene = { demo: Demo; step: Step }

/** Runs and verifies one step, and prints its lines and duration. */
export type Step = <T>(title: string, work: (told: Telling) => Promise<T>) => Promise<T>

export type World = "Medusa" | "Simulator" | "Storefront"

/** Compares a value of one system with the expected value. @throws Mismatch when they differ */
export type Check = (world: World, what: string, values: { is: unknown; due: unknown }) => void

export type Telling = {
  /** Adds a line to the step's output. */
  say: (sentence: string) => void
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

const PATIENCE = { timeoutMs: 30_000, everyMs: 100 }

function words(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.map(words).join(", ") || "none"
  return typeof value === "string" ? value : JSON.stringify(value)
}

function createCheck(seen: string[]): Check {
  return (world, what, values) => {
    const [actualText, expectedText] = [words(values.is), words(values.due)]
    if (actualText !== expectedText) {
      throw new Mismatch(`${world}: ${what} should be ${expectedText}, but is ${actualText}.`)
    }
    seen.push(`${world.padEnd(12)}${what.padEnd(32)}${actualText}`)
  }
}

export type Outcome = { steps: number; checks: number }

/** Plays one tour. @throws Error that names the step that failed */
export async function play(tour: Tour, demo: Demo): Promise<Outcome> {
  console.log(`\n${tour.title}\n`)
  const outcome: Outcome = { steps: 0, checks: 0 }
  const step: Step = async (name, work) => {
    const started = performance.now()
    const lines: string[] = []
    const telling: Telling = {
      say: (sentence) => lines.push(sentence),
      verify: (look) =>
        eventually(async () => {
          const seen: string[] = []
          const result = await look(createCheck(seen))
          lines.push(...seen)
          outcome.checks += seen.length
          return result
        }, PATIENCE),
    }
    outcome.steps += 1
    const print = (mark: string): void => {
      console.log(`  ${mark} ${outcome.steps}. ${name} (${formatElapsed(started)})`)
      for (const line of lines) console.log(`       ${line}`)
    }
    try {
      const result = await work(telling)
      print("✔")
      return result
    } catch (error) {
      print("✘")
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Step ${outcome.steps}, "${name}", failed. ${reason}`, { cause: error })
    }
  }
  await demo.shopper.startAgain()
  await tour.walk({ demo, step })
  return outcome
}

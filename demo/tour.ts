import { performance } from "node:perf_hooks"
import { eventually } from "../tooling/clients/eventually"
import { elapsed } from "../tooling/progress"
import type { Demo } from "./start-everything"

/** One story that the demo plays through and verifies. */
export type Tour = { title: string; walk: (scene: Scene) => Promise<void> }

/** What a tour works with: everything that runs, and its steps. */
export type Scene = { demo: Demo; step: Step }

/** Does one thing, verifies it, and prints both with the time they took. */
export type Step = <T>(title: string, work: (told: Telling) => Promise<T>) => Promise<T>

export type World = "Medusa" | "Simulator" | "Storefront"

/** Says what is so in one of the worlds. @throws Mismatch when it is not */
export type Check = (world: World, what: string, values: { is: unknown; due: unknown }) => void

export type Telling = {
  /** A sentence about what was done. */
  say: (sentence: string) => void
  /**
   * Runs checks until all of them hold, for half a minute at most: some of what follows a step is
   * done in the background. Prints what was seen the time that everything held.
   */
  verify: <T>(look: (check: Check) => Promise<T>) => Promise<T>
}

/** The two worlds do not agree with what should be so. */
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
  return (world, what, { is, due }) => {
    if (words(is) !== words(due)) {
      throw new Mismatch(`${world}: ${what} should be ${words(due)}, but is ${words(is)}.`)
    }
    seen.push(`${world.padEnd(12)}${what.padEnd(32)}${words(is)}`)
  }
}

export type Outcome = { steps: number; checks: number }

/** Plays one tour. @throws Error whose message begins with the title of the step that failed */
export async function play({ title, walk }: Tour, demo: Demo): Promise<Outcome> {
  console.log(`\n${title}\n`)
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
      console.log(`  ${mark} ${outcome.steps}. ${name} (${elapsed(started)})`)
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
  await walk({ demo, step })
  return outcome
}

import fc from "fast-check"
import { Pool } from "pg"
import { harness } from "../../store/harness"
import { say } from "../proof-options"
import type { Model, Story } from "./history"
import { merchantSteps } from "./merchant-steps"
import { open } from "./opening"
import { otherSteps } from "./other-steps"
import { describePlan, type Plan, plans, POSTBACK_MODES } from "./plan"
import { beginHistory, type Canary, endHistory, forget } from "./play"
import { serviceSteps } from "./service-steps"
import { shopperSteps } from "./shopper-steps"
import { describeWorld } from "./world"

const { run, store } = harness()

/** Histories at once in one store: each has its own cart, so that they do not meet. */
const AT_ONCE = 6
const MOST_STEPS = 30
/** A failing history is made shorter for so long (milliseconds). */
const SHRINK_FOR = 180_000
/** So many failing histories tell enough. */
const MOST_FAILURES = 5
const PROGRESS_EVERY = 10_000

export type Failure = {
  seed: number
  plan: string[]
  told: string[]
  why: string
  worlds: string[]
}

export type Tally = {
  histories: number
  steps: number
  faultsDrawn: number
  faultsHit: number
  postbacks: Record<string, number>
  crashes: number
  failures: Failure[]
  seconds: number
}

const steps = fc.commands([...shopperSteps, ...serviceSteps, ...merchantSteps, ...otherSteps], {
  maxCommands: MOST_STEPS,
  size: "max",
})

type Bench = { database: Pool; canary: Canary; tally: Tally }

type Played = { plan: Plan; story: Story; model: Model }

/** Draws one history from its seed and plays it; when it fails, the shortest that fails is kept. */
async function playOne(bench: Bench, seed: number): Promise<void> {
  const { database, canary, tally } = bench
  let failed: { played: Played; why: string } | undefined
  const property = fc.asyncProperty(plans, steps, async (plan, commands) => {
    const { story, model } = await beginHistory({ database, plan, canary })
    const played = { plan, story, model }
    try {
      await open(model, story)
      await fc.asyncModelRun(() => ({ model, real: story }), commands)
      const struck = await endHistory(story, model)
      if (!failed) count(tally, played, struck)
    } catch (error) {
      failed = { played, why: error instanceof Error ? error.message : String(error) }
      throw error
    } finally {
      await forget(model, story)
    }
  })
  await fc.check(property, {
    seed,
    numRuns: 1,
    // As likely long as short: a single run would else be drawn as the smallest of many.
    unbiased: true,
    interruptAfterTimeLimit: SHRINK_FOR,
  })
  if (failed) {
    const { played, why } = failed
    const failure = {
      seed,
      plan: describePlan(played.plan),
      told: played.story.told,
      why,
      worlds: describeWorld(played.model.world),
    }
    tally.failures.push(failure)
    tell(failure)
  }
  tally.histories += 1
}

function count(tally: Tally, { plan, story, model }: Played, struck: number): void {
  tally.steps += story.told.length
  tally.faultsDrawn += plan.faults.length
  tally.faultsHit += struck
  tally.crashes += model.asked.crashes
  tally.postbacks[plan.postbacks] = (tally.postbacks[plan.postbacks] ?? 0) + 1
}

function tell({ seed, plan, told, why, worlds }: Failure): void {
  const lines = told.map((words, index) => `    ${index + 1}. ${words}`)
  const head = `✘ A history that must not be (seed ${seed}): ${why}`
  const given = plan.map((words) => `    given ${words}`)
  const replay = `  Play it again: npm run simulate -- --runs 1 --seed ${seed}`
  const then = worlds.map((words) => `    then ${words}`)
  say([head, ...given, ...lines, ...then, replay].join("\n"))
}

/** Plays `runs` histories, several at once, the n-th of them drawn from `seed` + n. */
export async function playHistories(
  { runs, seed }: { runs: number; seed: number },
  canary: Canary
): Promise<Tally> {
  const database = new Pool({ connectionString: run.databaseUrl, max: AT_ONCE })
  const postbacks = Object.fromEntries(POSTBACK_MODES.map((mode) => [mode, 0]))
  const none = { histories: 0, steps: 0, faultsDrawn: 0, faultsHit: 0, crashes: 0, seconds: 0 }
  const tally: Tally = { ...none, postbacks, failures: [] }
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1_000
  const progress = setInterval(() => {
    const { histories, steps: done, faultsHit, failures } = tally
    const rate = (histories / elapsed()).toFixed(2)
    say(
      `  ${histories} of ${runs} histories · ${rate}/s · ${done} steps · ${faultsHit} faults hit · ${failures.length} violations`
    )
  }, PROGRESS_EVERY)
  await store.unschedule("watch-financing-applications")
  let next = 0
  const lane = async () => {
    while (next < runs && tally.failures.length < MOST_FAILURES) {
      next += 1
      await playOne({ database, canary, tally }, seed + next - 1)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, runs) }, lane))
  } finally {
    clearInterval(progress)
    await database.end()
  }
  return { ...tally, seconds: elapsed() }
}

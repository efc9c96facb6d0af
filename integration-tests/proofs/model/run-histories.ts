import fc from "fast-check"
import { Pool } from "pg"
import { harness } from "../../store/harness"
import { say } from "../proof-options"
import type { Model, Story } from "./history"
import { describeWorld } from "./describe-world"
import { open } from "./opening"
import { tell } from "./failure"
import { describePlan, type Plan, PLANS } from "./plan"
import { beginHistory, type Canary, endHistory, forget } from "./play"
import { stepsOf } from "./steps"
import { count, newTally, type Tally } from "./tally"
import { seedsOf, type Way, wayOf, WAYS } from "./ways"

const { run, store } = harness()

/** Concurrent histories in one store. Each has its own cart. */
const AT_ONCE = 16
/** Time limit for shrinking a failed history, in milliseconds. */
const SHRINK_FOR = 180_000
/** Failures after which the run stops. */
const MOST_FAILURES = 5
const PROGRESS_EVERY = 10_000
/** Scheduled jobs to disable: in a history, time advances only by its own steps. */
const CHECKING = ["watch-financing-applications", "watch-financing-pre-approvals"]

const STEPS = Object.fromEntries(WAYS.map((way) => [way, stepsOf(way)])) as Record<
  Way,
  ReturnType<typeof stepsOf>
>

type Bench = { database: Pool; canary: Canary; tally: Tally }

type Played = { plan: Plan; story: Story; model: Model }

/** Draws one history from its seed and plays it. On failure, reports the shortest failing history. */
async function playOne(bench: Bench, seed: number): Promise<void> {
  const { database, canary, tally } = bench
  let failed: { played: Played; why: string } | undefined
  const way = wayOf(seed)
  const property = fc.asyncProperty(PLANS[way], STEPS[way], async (plan, commands) => {
    const { story, model } = await beginHistory({ database, plan, canary })
    const played = { plan, story, model }
    try {
      await open(model, story)
      await fc.asyncModelRun(() => ({ model, real: story }), commands)
      const struck = await endHistory(story, model)
      if (!failed) count(tally, story, { model, struck })
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
    // Without this, fast-check draws a single run as the smallest.
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

/** Plays `runs` histories concurrently. Each is drawn from its own seed, which also determines its way. */
export async function playHistories(
  { runs, seed, only }: { runs: number; seed: number; only: string },
  canary: Canary
): Promise<Tally> {
  const database = new Pool({ connectionString: run.databaseUrl, max: AT_ONCE })
  const tally = newTally()
  const seeds = seedsOf({ seed, runs, only })
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1_000
  const progress = setInterval(() => {
    const { histories, steps: done, faultsHit, failures } = tally
    const rate = (histories / elapsed()).toFixed(2)
    say(
      `  ${histories} of ${runs} histories · ${rate}/s · ${done} steps · ${faultsHit} faults hit · ${failures.length} violations`
    )
  }, PROGRESS_EVERY)
  for (const job of CHECKING) await store.unschedule(job)
  const lane = async () => {
    for (let one = seeds.shift(); one !== undefined; one = seeds.shift()) {
      if (tally.failures.length >= MOST_FAILURES) return
      await playOne({ database, canary, tally }, one)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, runs) }, lane))
  } finally {
    clearInterval(progress)
    // Other specs in this store need these jobs.
    for (const job of CHECKING) await store.reschedule(job)
    await database.end()
  }
  return { ...tally, seconds: elapsed() }
}

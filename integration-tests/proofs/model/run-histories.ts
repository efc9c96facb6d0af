import fc from "fast-check"
import { Pool } from "pg"
import { createHarness } from "../../store/harness"
import { printLine } from "../proof-options"
import type { Model, Story } from "./history"
import { describeSnapshot } from "./describe-snapshot"
import { playOpening } from "./opening"
import { printFailure } from "./failure"
import { describePlan, type Plan, PLANS } from "./plan"
import { startHistory, type Canary, finishHistory, removeHistory } from "./history-lifecycle"
import { createCommands } from "./steps"
import { countHistory, createTally, type Tally } from "./tally"
import { listSeeds, type Flow, getFlow, FLOWS } from "./flows"

const { run, store } = createHarness()

/** Concurrent histories in one store. Each has its own cart. */
const CONCURRENCY = 16
/** Time limit for shrinking a failed history, in milliseconds. */
const SHRINK_LIMIT_MS = 180_000
/** Failures after which the run stops. */
const MAX_FAILURES = 5
const PROGRESS_INTERVAL_MS = 10_000
/** Scheduled jobs to disable: in a history, time advances only by its own steps. */
const CHECK_JOBS = ["watch-financing-applications", "watch-financing-pre-approvals"]

const STEPS = Object.fromEntries(FLOWS.map((flow) => [flow, createCommands(flow)])) as Record<
  Flow,
  ReturnType<typeof createCommands>
>

type RunContext = { database: Pool; canary: Canary; tally: Tally }

type PlayedHistory = { plan: Plan; story: Story; model: Model }

/** Draws one history from its seed and plays it. On failure, reports the shortest failing history. */
async function playHistory(bench: RunContext, seed: number): Promise<void> {
  const { database, canary, tally } = bench
  let failed: { played: PlayedHistory; why: string } | undefined
  const flow = getFlow(seed)
  const property = fc.asyncProperty(PLANS[flow], STEPS[flow], async (plan, commands) => {
    const { story, model } = await startHistory({ database, plan, canary })
    const played = { plan, story, model }
    try {
      await playOpening(model, story)
      await fc.asyncModelRun(() => ({ model, real: story }), commands)
      const struck = await finishHistory(story, model)
      if (!failed) countHistory(tally, story, { model, struck })
    } catch (error) {
      failed = { played, why: error instanceof Error ? error.message : String(error) }
      throw error
    } finally {
      await removeHistory(model, story)
    }
  })
  await fc.check(property, {
    seed,
    numRuns: 1,
    // Without this, fast-check draws a single run as the smallest.
    unbiased: true,
    interruptAfterTimeLimit: SHRINK_LIMIT_MS,
  })
  if (failed) {
    const { played, why } = failed
    const failure = {
      seed,
      plan: describePlan(played.plan),
      steps: played.story.stepLog,
      why,
      worlds: describeSnapshot(played.model.snapshot),
    }
    tally.failures.push(failure)
    printFailure(failure)
  }
  tally.histories += 1
}

/** Plays `runs` histories concurrently. Each is drawn from its own seed, which also determines its flow. */
export async function playHistories(
  { runs, seed, only }: { runs: number; seed: number; only: string },
  canary: Canary
): Promise<Tally> {
  const database = new Pool({ connectionString: run.databaseUrl, max: CONCURRENCY })
  const tally = createTally()
  const seeds = listSeeds({ seed, runs, only })
  const startedAt = performance.now()
  const getElapsedSeconds = () => (performance.now() - startedAt) / 1_000
  const progress = setInterval(() => {
    const { histories, steps: done, faultsHit, failures } = tally
    const rate = (histories / getElapsedSeconds()).toFixed(2)
    printLine(
      `  ${histories} of ${runs} histories · ${rate}/s · ${done} steps · ${faultsHit} faults hit · ${failures.length} violations`
    )
  }, PROGRESS_INTERVAL_MS)
  for (const job of CHECK_JOBS) await store.unschedule(job)
  const runSeeds = async () => {
    for (let one = seeds.shift(); one !== undefined; one = seeds.shift()) {
      if (tally.failures.length >= MAX_FAILURES) return
      await playHistory({ database, canary, tally }, one)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, runs) }, runSeeds))
  } finally {
    clearInterval(progress)
    // Other specs in this store need these jobs.
    for (const job of CHECK_JOBS) await store.reschedule(job)
    await database.end()
  }
  return { ...tally, seconds: getElapsedSeconds() }
}

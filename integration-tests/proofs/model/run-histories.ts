import fc from "fast-check"
import { Pool } from "pg"
import { harness } from "../../store/harness"
import { say } from "../proof-options"
import type { Model, Story } from "./history"
import { describeWorld } from "./describe-world"
import { open } from "./opening"
import { describePlan, type Plan, PLANS, POSTBACK_MODES } from "./plan"
import { beginHistory, type Canary, endHistory, forget } from "./play"
import { stepsOf } from "./steps"
import { seedsOf, type Way, wayOf, WAYS } from "./ways"

const { run, store } = harness()

/** Histories at once in one store: each has its own cart, so that they do not meet. */
const AT_ONCE = 8
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

/** How far the histories of a way came. */
export type Reached = { histories: number; signed: number; paid: number; captured: number }

export type Tally = {
  histories: number
  ways: Record<Way, Reached>
  steps: number
  faultsDrawn: number
  faultsHit: number
  postbacks: Record<string, number>
  crashes: number
  failures: Failure[]
  seconds: number
}

const STEPS = Object.fromEntries(WAYS.map((way) => [way, stepsOf(way)])) as Record<
  Way,
  ReturnType<typeof stepsOf>
>

type Bench = { database: Pool; canary: Canary; tally: Tally }

type Played = { plan: Plan; story: Story; model: Model }

/** Draws one history from its seed and plays it; when it fails, the shortest that fails is kept. */
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
  const { payments } = model.world.medusa
  const reached = tally.ways[plan.way]
  reached.histories += 1
  reached.signed += Number(model.signed.size > 0)
  reached.paid += Number(payments.length > 0)
  reached.captured += Number(payments.some(({ captured }) => captured))
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

/** Plays `runs` histories, several at once, each drawn from its own seed, which also says its way. */
export async function playHistories(
  { runs, seed, only }: { runs: number; seed: number; only: string },
  canary: Canary
): Promise<Tally> {
  const database = new Pool({ connectionString: run.databaseUrl, max: AT_ONCE })
  const postbacks = Object.fromEntries(POSTBACK_MODES.map((mode) => [mode, 0]))
  const none = { histories: 0, steps: 0, faultsDrawn: 0, faultsHit: 0, crashes: 0, seconds: 0 }
  const nothing = { histories: 0, signed: 0, paid: 0, captured: 0 }
  const ways = Object.fromEntries(WAYS.map((way) => [way, { ...nothing }])) as Tally["ways"]
  const tally: Tally = { ...none, ways, postbacks, failures: [] }
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
  await store.unschedule("watch-financing-applications")
  await store.unschedule("watch-financing-pre-approvals")
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
    await database.end()
  }
  return { ...tally, seconds: elapsed() }
}

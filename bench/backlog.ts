import { setTimeout as sleep } from "node:timers/promises"
import { getBusiestMinute } from "../tooling/busiest-minute"
import { consoleProgress as progress } from "../tooling/progress"
import { formatGrowthHeading, formatGrowthRow, formatRow } from "./growth"
import type { Bench } from "./start-bench"

const JOB_NAME = "watch-financing-applications"
/** The job's own interval. The bench starts the job itself, to time it. */
const JOB_INTERVAL_MS = 5_000
const WARM_UP_COUNT = 40
const MEGABYTE = 1024 * 1024

type DrainResult = {
  due: number
  checks: number
  busiest: number
  /** Total milliseconds of all runs of the job. */
  ms: number
  cpuMs: number
  statements: number
  /** Resident memory in megabytes, before the first run and after the last. */
  memory: [first: number, last: number]
}

/** Makes `due` applications due now and the others due in a day, and resets the call budget. */
async function setDueApplications({ database }: Bench, due: number): Promise<void> {
  // After 30 checks the schedule checks once an hour, so no application is due twice.
  await database.query(
    `update financing_application set next_check_at = now() + interval '1 day', checks_done = 30`
  )
  await database.query(
    `update financing_application set next_check_at = now() - random() * interval '10 minutes'
     where id in (select id from financing_application order by id limit $1)`,
    [due]
  )
  await database.query("delete from financing_lease where id like 'budget:%'")
  await database.query("analyze financing_application")
}

async function countDue({ database }: Bench): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    "select count(*) from financing_application where next_check_at <= now()"
  )
  return Number(rows[0]?.count)
}

/** Runs the job at its interval until no application is due or the time is up. */
async function drainBacklog(bench: Bench, due: number, seconds: number): Promise<DrainResult> {
  const { control, simulator } = bench
  await setDueApplications(bench, due)
  await simulator.clearCalls()
  const first = await control.readUsage()
  const totals = { ms: 0, cpuMs: 0, statements: 0 }
  const began = performance.now()
  do {
    const before = await control.readUsage()
    const start = performance.now()
    await control.runJob(JOB_NAME)
    const took = performance.now() - start
    const after = await control.readUsage()
    totals.ms += took
    totals.cpuMs += after.cpuMs - before.cpuMs
    totals.statements += after.statements - before.statements
    await sleep(Math.max(0, JOB_INTERVAL_MS - took))
  } while ((await countDue(bench)) > 0 && performance.now() - began < seconds * 1000)
  const last = await control.readUsage()
  const calls = await simulator.calls()
  const checks = calls.filter(({ operation }) => operation === "getStatus").length
  if (checks === 0) throw new Error(`The job checked none of ${due} applications in ${seconds} s.`)
  return {
    due,
    checks,
    busiest: getBusiestMinute(calls.map(({ at }) => new Date(at).getTime())),
    ...totals,
    memory: [first.rss / MEGABYTE, last.rss / MEGABYTE],
  }
}

type BacklogOptions = { sizes: readonly number[]; seconds: number; budget: number }

/** Prints how long the job takes to clear an outage's backlog of each size within the call budget. */
export async function printBacklogs(
  bench: Bench,
  { sizes, seconds, budget }: BacklogOptions
): Promise<void> {
  await bench.control.unschedule(JOB_NAME)
  await drainBacklog(bench, WARM_UP_COUNT, seconds)
  const drained: DrainResult[] = []
  for (const due of sizes) {
    const title = `Clearing a backlog of ${due}, for ${seconds} s at most`
    drained.push(await progress(title, () => drainBacklog(bench, due, seconds)))
  }
  const listPoints = (value: (result: DrainResult) => number) =>
    drained.map((result) => ({ size: result.due, value: value(result) }))
  const divideByChecks = ({ checks }: DrainResult, whole: number) => whole / checks
  console.log(
    [
      formatGrowthHeading("applications due", sizes),
      formatRow(
        "checks made",
        listPoints(({ checks }) => checks)
      ),
      formatRow(
        `calls in a minute, of ${budget}`,
        listPoints(({ busiest }) => busiest)
      ),
      formatRow(
        "megabytes at the beginning",
        listPoints(({ memory }) => memory[0])
      ),
      formatRow(
        "megabytes at the end",
        listPoints(({ memory }) => memory[1])
      ),
      formatGrowthRow(
        "milliseconds a check",
        listPoints((result) => divideByChecks(result, result.ms))
      ),
      formatGrowthRow(
        "CPU milliseconds a check",
        listPoints((result) => divideByChecks(result, result.cpuMs))
      ),
      formatGrowthRow(
        "statements a check",
        listPoints((result) => divideByChecks(result, result.statements))
      ),
    ].join("\n")
  )
}

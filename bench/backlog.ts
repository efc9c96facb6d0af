import { setTimeout as sleep } from "node:timers/promises"
import { busiestMinute } from "../tooling/busiest-minute"
import { consoleProgress as progress } from "../tooling/progress"
import { growthHeading, growthRow, rowOf } from "./growth"
import type { Bench } from "./start-bench"

const JOB = "watch-financing-applications"
/** The job's own interval. The bench starts the job itself, to time it. */
const EVERY_MS = 5_000
const WARM_UP = 40
const MEGABYTE = 1024 * 1024

type Drained = {
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
async function makeDue({ database }: Bench, due: number): Promise<void> {
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
async function drain(bench: Bench, due: number, seconds: number): Promise<Drained> {
  const { control, simulator } = bench
  await makeDue(bench, due)
  await simulator.clearCalls()
  const first = await control.usage()
  const spent = { ms: 0, cpuMs: 0, statements: 0 }
  const began = performance.now()
  do {
    const before = await control.usage()
    const start = performance.now()
    await control.runJob(JOB)
    const took = performance.now() - start
    const after = await control.usage()
    spent.ms += took
    spent.cpuMs += after.cpuMs - before.cpuMs
    spent.statements += after.statements - before.statements
    await sleep(Math.max(0, EVERY_MS - took))
  } while ((await countDue(bench)) > 0 && performance.now() - began < seconds * 1000)
  const last = await control.usage()
  const calls = await simulator.calls()
  const checks = calls.filter(({ operation }) => operation === "getStatus").length
  if (checks === 0) throw new Error(`The job checked none of ${due} applications in ${seconds} s.`)
  return {
    due,
    checks,
    busiest: busiestMinute(calls.map(({ at }) => new Date(at).getTime())),
    ...spent,
    memory: [first.rss / MEGABYTE, last.rss / MEGABYTE],
  }
}

type Load = { sizes: readonly number[]; seconds: number; budget: number }

/** Prints how long the job takes to clear an outage's backlog of each size within the call budget. */
export async function printBacklogs(bench: Bench, { sizes, seconds, budget }: Load): Promise<void> {
  await bench.control.unschedule(JOB)
  await drain(bench, WARM_UP, seconds)
  const drained: Drained[] = []
  for (const due of sizes) {
    const title = `Clearing a backlog of ${due}, for ${seconds} s at most`
    drained.push(await progress(title, () => drain(bench, due, seconds)))
  }
  const points = (value: (one: Drained) => number) =>
    drained.map((one) => ({ size: one.due, value: value(one) }))
  const each = ({ checks }: Drained, whole: number) => whole / checks
  console.log(
    [
      growthHeading("applications due", sizes),
      rowOf(
        "checks made",
        points(({ checks }) => checks)
      ),
      rowOf(
        `calls in a minute, of ${budget}`,
        points(({ busiest }) => busiest)
      ),
      rowOf(
        "megabytes at the beginning",
        points(({ memory }) => memory[0])
      ),
      rowOf(
        "megabytes at the end",
        points(({ memory }) => memory[1])
      ),
      growthRow(
        "milliseconds a check",
        points((one) => each(one, one.ms))
      ),
      growthRow(
        "CPU milliseconds a check",
        points((one) => each(one, one.cpuMs))
      ),
      growthRow(
        "statements a check",
        points((one) => each(one, one.statements))
      ),
    ].join("\n")
  )
}

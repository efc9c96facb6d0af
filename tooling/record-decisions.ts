import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { decide, type Plan, type Rules } from "../src/domain/decide"
import type { Observation, Unclear } from "../src/domain/observation"
import { SETTLE_REPEAT_AFTER } from "../src/domain/doubt"
import { ROOT } from "./paths"

const HELP = `npm run record:decisions -- <jest's arguments>

Runs specs with a recorder in their stores, and adds every new decision about an application to
integration-tests/unit/domain/decisions.jsonl, one line each. A unit spec replays them. Example arguments:

  --selectProjects store --runInBand purchase settle refund`

const FIXTURE = path.join(ROOT, "integration-tests", "unit", "domain", "decisions.jsonl")

type Trace = { observed: Observation | Unclear; rules: Rules; decided: Plan }

/** Rounds a time down to the largest limit it reaches, since decisions depend on limits only. */
const roundDownToLimit = (time: number, ...limits: number[]) =>
  Math.max(0, ...limits.filter((limit) => time >= limit))

function normalizeTimes(seen: Observation | Unclear, { timeLimits }: Rules): Observation | Unclear {
  if ("unclear" in seen) {
    if (seen.unclear === "being-placed") return { ...seen, age: 0 }
    // Other unclear observations compare their times with each other.
    return seen
  }
  const { unsignedHours, unusedHours, unfulfilledHours } = timeLimits
  const { open, journal, order } = seen
  const { hoursSettled } = journal
  return {
    ...seen,
    hoursOpen: roundDownToLimit(seen.hoursOpen, unsignedHours),
    hoursReady:
      seen.hoursReady === null ? null : roundDownToLimit(seen.hoursReady, 0.25, unusedHours),
    open: open && {
      ...open,
      secondsInDoubt: roundDownToLimit(open.secondsInDoubt, SETTLE_REPEAT_AFTER),
      attempts: Math.min(open.attempts, 2),
    },
    journal: { ...journal, hoursSettled: hoursSettled && (hoursSettled > 120 ? 121 : 1) },
    order: {
      ...order,
      age: order.age === null ? null : roundDownToLimit(order.age, 180),
      unfulfilled: order.unfulfilled && {
        ...order.unfulfilled,
        hours: roundDownToLimit(order.unfulfilled.hours, unfulfilledHours),
      },
    },
    ledgerDue: seen.ledgerDue === null ? null : 60,
  }
}

const dropSeconds = ({ check, ...plan }: Plan) => ({ ...plan, check: check.when })

function normalizeTrace({ observed, rules, decided }: Trace): Trace {
  const { onLateApproval, onDecline, timeLimits } = rules
  const { unsignedHours, unusedHours, unfulfilledHours } = timeLimits
  const seen = normalizeTimes(observed, rules)
  const again = decide(seen, rules)
  if (!isDeepStrictEqual(dropSeconds(again), dropSeconds(decided))) {
    throw new Error(
      `Normalizing the times changes the decision: ${JSON.stringify({ observed, again })}`
    )
  }
  const normalizedLimits = { unsignedHours, unusedHours, unfulfilledHours }
  return {
    observed: seen,
    rules: { timeLimits: normalizedLimits, onLateApproval, onDecline },
    decided: again,
  }
}

/** Removes duplicates and sorts. */
function mergeTraces(traces: readonly Trace[]): Trace[] {
  const lines = new Set(traces.map((trace) => JSON.stringify(trace)))
  return [...lines].sort().map((line) => JSON.parse(line) as Trace)
}

const readTraces = (file: string): Trace[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Trace)

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  if (given.length === 0 || given.includes("--help")) {
    console.log(HELP)
    return
  }
  const directory = mkdtempSync(path.join(tmpdir(), "decisions-"))
  const recorder = path.join(__dirname, "store-decisions.cjs")
  const env = {
    ...process.env,
    RECORD_DECISIONS: directory,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --require=${recorder}`,
  }
  const jest = path.join(ROOT, "node_modules", "jest", "bin", "jest.js")
  await once(
    spawn(process.execPath, [jest, ...given], { cwd: ROOT, env, stdio: "inherit" }),
    "close"
  )
  const recorded = readdirSync(directory).flatMap((file) => readTraces(path.join(directory, file)))
  const before = existsSync(FIXTURE) ? readTraces(FIXTURE) : []
  const traces = mergeTraces([...before, ...recorded.map(normalizeTrace)])
  writeFileSync(FIXTURE, traces.map((trace) => `${JSON.stringify(trace)}\n`).join(""))
  console.log(`${recorded.length} decisions, ${traces.length} distinct`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { decide, type Decided, type Observation, type Rules } from "../src/domain/decide"
import { SETTLE_REPEAT_AFTER } from "../src/domain/operation"
import { ROOT } from "./paths"

const HELP = `npm run record:decisions -- <jest's arguments>

Runs specs with a recorder in their stores, and writes every decision about an application that they
led to, one line for each that differs, beside those that are there, to integration-tests/unit/domain/decisions.jsonl. A unit spec
replays them. Give, for example:

  --selectProjects store --runInBand purchase settle refund`

const FIXTURE = path.join(ROOT, "integration-tests", "unit", "domain", "decisions.jsonl")

type Trace = { observed: Observation; rules: Rules; decided: Decided; effects: string[] }

/** Times as far as a decision depends on them: before or after each limit. */
function normalised({ observed: seen, rules, ...rest }: Trace): Trace {
  const { unsignedHours, unusedHours } = rules.timeLimits
  const since = (hours: number, ...limits: number[]) =>
    Math.max(0, ...limits.filter((limit) => hours >= limit))
  const observed: Observation = {
    ...seen,
    hoursOpen: since(seen.hoursOpen, unsignedHours),
    hoursReady: seen.hoursReady === null ? null : since(seen.hoursReady, 0.25, unusedHours),
    open: seen.open && {
      ...seen.open,
      secondsInDoubt: since(seen.open.secondsInDoubt, SETTLE_REPEAT_AFTER),
      attempts: Math.min(seen.open.attempts, 2),
    },
  }
  const { onLateApproval } = rules
  const trace = {
    observed,
    rules: { timeLimits: { unsignedHours, unusedHours }, onLateApproval },
    ...rest,
  }
  const again = decide(trace.observed, trace.rules)
  if (!isDeepStrictEqual(again, trace.decided)) {
    throw new Error(`Its times were taken away too much: ${JSON.stringify({ trace, again })}`)
  }
  return trace
}

/** One line for each decision that differs, with every effect that it led to. */
function merged(traces: readonly Trace[]): Trace[] {
  const known = new Map<string, Trace>()
  for (const { effects, ...decision } of traces) {
    const key = JSON.stringify(decision)
    const all = new Set([...(known.get(key)?.effects ?? []), ...effects])
    known.set(key, { ...decision, effects: [...all].sort() })
  }
  return [...known].sort(([one], [two]) => one.localeCompare(two)).map(([, trace]) => trace)
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
  const traces = merged([...before, ...recorded.map(normalised)])
  writeFileSync(FIXTURE, traces.map((trace) => `${JSON.stringify(trace)}\n`).join(""))
  console.log(`${recorded.length} decisions, ${traces.length} that differ`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

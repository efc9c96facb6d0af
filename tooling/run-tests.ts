import { spawn } from "node:child_process"
import { mkdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { CACHE, fromRoot, ROOT } from "./paths"
import { elapsed } from "./progress"

/** `names`: of each test that failed, for the end of a long log. */
type Totals = { passed: number; failed: number; names: string[] }
type Outcome = { ok: boolean; totals?: Totals }
type Stage = { name: string; run: () => Promise<Outcome> }

/** A command of an installed package: its script and arguments. */
type Tool = { script: string; args: string[]; flags?: string[] }

const RESULTS = path.join(CACHE, "test-results")
const none: Totals = { passed: 0, failed: 0, names: [] }

function bin(name: string, file: string): string {
  return path.join(path.dirname(fromRoot.resolve(`${name}/package.json`)), file)
}

async function runTool({ script, args, flags = [] }: Tool): Promise<boolean> {
  const child = spawn(process.execPath, [...flags, script, ...args], {
    cwd: ROOT,
    stdio: "inherit",
  })
  return new Promise((resolve) => {
    child.on("error", () => resolve(false))
    child.on("exit", (code) => resolve(code === 0))
  })
}

function check(name: string, tools: Tool[]): Stage {
  return {
    name,
    run: async () => {
      let ok = true
      for (const tool of tools) ok = (await runTool(tool)) && ok
      return { ok }
    },
  }
}

type JestResult = {
  numPassedTests: number
  numFailedTests: number
  /** Spec files that could not be run at all. */
  numRuntimeErrorTestSuites: number
  testResults: { name: string; status: string; assertionResults: JestTest[] }[]
}

type JestTest = { fullName: string; status: string }

/** Jest's own count; a run that never came to counting is one failure. */
async function totalsOf(file: string): Promise<Totals> {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1, names: [] }
  const result = JSON.parse(text) as JestResult
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites
  return { passed: result.numPassedTests, failed, names: namesOfFailed(result) }
}

/** `<spec file>: <test>`; the file alone where it could not be run. */
function namesOfFailed({ testResults }: JestResult): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(ROOT, name)
      const failed = assertionResults.filter(({ status }) => status === "failed")
      return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file]
    })
}

/** Medusa imports its database driver in a way that Jest runs only under this flag. */
const WITH_MODULES = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"]

function jest(name: string, projects: string[], args: string[] = []): Stage {
  return {
    name,
    run: async () => {
      const file = path.join(RESULTS, `${name}.json`)
      await rm(file, { force: true })
      const report = ["--json", `--outputFile=${file}`]
      const script = bin("jest", "bin/jest.js")
      const ok = await runTool({
        script,
        flags: projects.includes("module") ? WITH_MODULES : [],
        args: ["--selectProjects", ...projects, ...args, ...report],
      })
      return { ok, totals: await totalsOf(file) }
    },
  }
}

/** What has not changed is not read again. */
const PRETTIER = ["--cache", "--cache-location", path.join(CACHE, "prettier")]

const LINT = check("lint", [
  {
    script: bin("oxlint", "bin/oxlint"),
    args: ["--type-aware", "-c", path.join(ROOT, "oxlint.config.mjs")],
  },
  {
    script: bin("prettier", "bin/prettier.cjs"),
    args: [...PRETTIER, "--check", "--log-level=warn", "."],
  },
])
const TYPES = check("types", [
  { script: bin("typescript", "bin/tsc"), args: ["-p", "tsconfig.check.json"] },
])
const PREPARE = check("prepare", [
  { script: bin("tsx", "dist/cli.mjs"), args: [path.join(ROOT, "tooling", "prepare-tests.ts")] },
])
const UNIT = jest("unit", ["unit", "contract"], ["--maxWorkers=2"])
const VERIFY = jest("verify", ["verify"], ["--maxWorkers=2"])
const MODULE = jest("module", ["module"], ["--maxWorkers=2"])

/** Of the store: the verbs that move money, and the four ways on which an application comes back. */
const STORE_SLICE = [
  "payment-session",
  "purchase",
  "postbacks",
  "way-back",
  "settle",
  "cancelled-orders",
  "partial-refund",
  "refund",
].map((name) => `store/${name}.spec`)
/** In a shop of its own, which installs the packed plugin by npm. */
const SMOKE = ["-t", "migrates|builds|sells one sofa on credit", "package/packed-tarball"]

const BEFORE_A_COMMIT = [
  PREPARE,
  LINT,
  TYPES,
  UNIT,
  jest("verify", ["verify"], ["--runInBand", "verify/(report|command)"]),
  jest("package", ["package"], ["--runInBand", ...SMOKE]),
  jest("store", ["store"], ["--runInBand", ...STORE_SLICE]),
  MODULE,
]

const EVERYTHING = [
  PREPARE,
  LINT,
  TYPES,
  UNIT,
  VERIFY,
  // The specs wait nearly as much as they compute: with two stores, two cores are idle for a quarter of the run.
  jest("store", ["store"], ["--maxWorkers=3"]),
  jest("screens", ["screens"], ["--runInBand"]),
  jest("package", ["package"], ["--runInBand"]),
  // A slice of each long proof.
  jest("proofs", ["proofs"], ["--maxWorkers=2"]),
  // The storm over several servers is a command of its own.
  jest("cluster", ["cluster"], ["--runInBand", "cluster/several-servers"]),
  MODULE,
]

type Report = { line: string; ok: boolean; totals: Totals }

async function report({ name, run }: Stage): Promise<Report> {
  const begun = performance.now()
  const { ok, totals = none } = await run()
  const counts = totals === none ? "" : `, ${totals.passed} passed, ${totals.failed} failed`
  const line = `${ok ? "✔" : "✘"} ${name} (${elapsed(begun)}${counts})`
  console.log(line)
  return { line, ok: ok && totals.failed === 0, totals }
}

/** Runs the stages in order, `lanes` at a time. */
async function runStages(stages: Stage[], lanes: number): Promise<Report[]> {
  const waiting = [...stages]
  const lane = async (): Promise<Report[]> => {
    const reports: Report[] = []
    for (let next = waiting.shift(); next; next = waiting.shift()) reports.push(await report(next))
    return reports
  }
  return (await Promise.all(Array.from({ length: lanes }, lane))).flat()
}

/**
 * Runs what a contributor runs before a commit, or everything with `--all`, which needs a browser and Redis; or
 * the stages named on the command line. Each runs even when an earlier one failed. Those that start stores come
 * once they can be prepared, and of what is left the longest first.
 */
async function main(): Promise<void> {
  const {
    values: { all = false },
    positionals: wanted,
  } = parseArgs({ options: { all: { type: "boolean" } }, allowPositionals: true })
  const stages = all ? EVERYTHING : BEFORE_A_COMMIT
  const started = performance.now()
  await mkdir(RESULTS, { recursive: true })
  const reports = await runStages(
    stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
    // Two cores: one store and one shop wait about half of their time, three stores of the whole suite do not.
    all ? 2 : 3
  )
  const lines = reports.map(({ line }) => line)
  console.log(`\n━━ summary (${elapsed(started)})\n${lines.join("\n")}`)
  for (const { totals } of reports) for (const name of totals.names) console.log(`  ✘ ${name}`)
  if (reports.some(({ ok }) => !ok)) process.exitCode = 1
  const sum = (of: (totals: Totals) => number) =>
    reports.reduce((total, { totals }) => total + of(totals), 0)
  console.log(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`)
}

void main()

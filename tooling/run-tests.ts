import { spawn } from "node:child_process"
import { mkdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { CACHE, fromRoot, ROOT } from "./paths"
import { elapsed } from "./progress"

/** `names` lists the failed tests, for the summary. */
type Totals = { passed: number; failed: number; names: string[] }
type Outcome = { ok: boolean; totals?: Totals }
type Stage = { name: string; run: () => Promise<Outcome> }

/** A command of an installed package. */
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
  /** Spec files that could not run. */
  numRuntimeErrorTestSuites: number
  testResults: { name: string; status: string; assertionResults: JestTest[] }[]
}

type JestTest = { fullName: string; status: string }

/** Reads Jest's counts. A run without a result file counts as one failure. */
async function totalsOf(file: string): Promise<Totals> {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1, names: [] }
  const result = JSON.parse(text) as JestResult
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites
  return { passed: result.numPassedTests, failed, names: namesOfFailed(result) }
}

/** Lists failed tests as `<spec file>: <test>`, or only the file if it could not run. */
function namesOfFailed({ testResults }: JestResult): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(ROOT, name)
      const failed = assertionResults.filter(({ status }) => status === "failed")
      return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file]
    })
}

/** Medusa imports its database driver dynamically, which Jest supports only with this flag. */
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

/** Skips unchanged files. */
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

/** Store specs of a commit: the operations that move money, and the four ways by which an application returns. */
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
/** Package tests of a commit: npm installs the packed plugin in a separate shop. */
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
  // The specs wait nearly as much as they compute: two workers would leave two cores idle a quarter of the time.
  jest("store", ["store"], ["--maxWorkers=3"]),
  jest("screens", ["screens"], ["--runInBand"]),
  jest("package", ["package"], ["--runInBand"]),
  // A slice of each long proof.
  jest("proofs", ["proofs"], ["--maxWorkers=2"]),
  // The storm is a separate command.
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
 * Runs the stages of a commit, or all stages with `--all` (needs a browser and Redis), or those named on the command
 * line. A failed stage does not stop the others. Stages that start stores follow `prepare`; longer stages run first.
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
    // On two cores: a commit's stages wait half of the time, the three stores of the full run do not.
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

import { spawn } from "node:child_process"
import { mkdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { CACHE, requireFromRoot, ROOT } from "./paths"
import { formatElapsed } from "./progress"

/** `names` lists the failed tests, for the summary. */
type Totals = { passed: number; failed: number; names: string[] }
type Outcome = { ok: boolean; totals?: Totals }
type Stage = { name: string; run: () => Promise<Outcome> }

/** A command of an installed package. */
type Tool = { script: string; args: string[]; flags?: string[] }

const RESULTS = path.join(CACHE, "test-results")
const NO_TOTALS: Totals = { passed: 0, failed: 0, names: [] }

function resolveBin(name: string, file: string): string {
  return path.join(path.dirname(requireFromRoot.resolve(`${name}/package.json`)), file)
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

function createCheckStage(name: string, tools: Tool[]): Stage {
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
async function readTotals(file: string): Promise<Totals> {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1, names: [] }
  const result = JSON.parse(text) as JestResult
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites
  return { passed: result.numPassedTests, failed, names: listFailedTests(result) }
}

/** Lists failed tests as `<spec file>: <test>`, or only the file if it could not run. */
function listFailedTests({ testResults }: JestResult): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(ROOT, name)
      const failed = assertionResults.filter(({ status }) => status === "failed")
      return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file]
    })
}

/** Medusa imports its database driver dynamically, which Jest supports only with this flag. */
const MODULE_FLAGS = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"]

function createJestStage(name: string, projects: string[], args: string[] = []): Stage {
  return {
    name,
    run: async () => {
      const file = path.join(RESULTS, `${name}.json`)
      await rm(file, { force: true })
      const report = ["--json", `--outputFile=${file}`]
      const script = resolveBin("jest", "bin/jest.js")
      const ok = await runTool({
        script,
        flags: projects.includes("module") ? MODULE_FLAGS : [],
        args: ["--selectProjects", ...projects, ...args, ...report],
      })
      return { ok, totals: await readTotals(file) }
    },
  }
}

/** Skips unchanged files. */
const PRETTIER_CACHE = ["--cache", "--cache-location", path.join(CACHE, "prettier")]

const LINT = createCheckStage("lint", [
  {
    script: resolveBin("oxlint", "bin/oxlint"),
    args: ["--type-aware", "-c", path.join(ROOT, "oxlint.config.mjs")],
  },
  {
    script: resolveBin("prettier", "bin/prettier.cjs"),
    args: [...PRETTIER_CACHE, "--check", "--log-level=warn", "."],
  },
])
const TYPES = createCheckStage("types", [
  { script: resolveBin("typescript", "bin/tsc"), args: ["-p", "tsconfig.check.json"] },
])
const PREPARE = createCheckStage("prepare", [
  {
    script: resolveBin("tsx", "dist/cli.mjs"),
    args: [path.join(ROOT, "tooling", "prepare-tests.ts")],
  },
])
const UNIT = createJestStage("unit", ["unit", "contract"], ["--maxWorkers=2"])
const VERIFY = createJestStage("verify", ["verify"], ["--maxWorkers=2"])
const MODULE = createJestStage("module", ["module"], ["--maxWorkers=2"])

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
const SMOKE_ARGUMENTS = ["-t", "migrates|builds|sells one sofa on credit", "package/packed-tarball"]

const COMMIT_STAGES = [
  PREPARE,
  LINT,
  TYPES,
  UNIT,
  createJestStage("verify", ["verify"], ["--runInBand", "verify/(report|command)"]),
  createJestStage("package", ["package"], ["--runInBand", ...SMOKE_ARGUMENTS]),
  createJestStage("store", ["store"], ["--runInBand", ...STORE_SLICE]),
  MODULE,
]

const ALL_STAGES = [
  PREPARE,
  LINT,
  TYPES,
  UNIT,
  VERIFY,
  // The specs wait nearly as much as they compute: two workers would leave two cores idle a quarter of the time.
  createJestStage("store", ["store"], ["--maxWorkers=3"]),
  createJestStage("screens", ["screens"], ["--runInBand"]),
  createJestStage("package", ["package"], ["--runInBand"]),
  // A slice of each long proof.
  createJestStage("proofs", ["proofs"], ["--maxWorkers=2"]),
  // The storm is a separate command.
  createJestStage("cluster", ["cluster"], ["--runInBand", "cluster/several-servers"]),
  MODULE,
]

type StageReport = { line: string; ok: boolean; totals: Totals }

async function runStage({ name, run }: Stage): Promise<StageReport> {
  const begun = performance.now()
  const { ok, totals = NO_TOTALS } = await run()
  const counts = totals === NO_TOTALS ? "" : `, ${totals.passed} passed, ${totals.failed} failed`
  const line = `${ok ? "✔" : "✘"} ${name} (${formatElapsed(begun)}${counts})`
  console.log(line)
  return { line, ok: ok && totals.failed === 0, totals }
}

/** Runs the stages in order, `lanes` at a time. */
async function runStages(stages: Stage[], lanes: number): Promise<StageReport[]> {
  const queue = [...stages]
  const runLane = async (): Promise<StageReport[]> => {
    const reports: StageReport[] = []
    for (let next = queue.shift(); next; next = queue.shift()) reports.push(await runStage(next))
    return reports
  }
  return (await Promise.all(Array.from({ length: lanes }, runLane))).flat()
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
  const stages = all ? ALL_STAGES : COMMIT_STAGES
  const started = performance.now()
  await mkdir(RESULTS, { recursive: true })
  const reports = await runStages(
    stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
    // On two cores: a commit's stages wait half of the time, the three stores of the full run do not.
    all ? 2 : 3
  )
  const lines = reports.map(({ line }) => line)
  console.log(`\n━━ summary (${formatElapsed(started)})\n${lines.join("\n")}`)
  for (const { totals } of reports) for (const name of totals.names) console.log(`  ✘ ${name}`)
  if (reports.some(({ ok }) => !ok)) process.exitCode = 1
  const sumTotals = (of: (totals: Totals) => number) =>
    reports.reduce((total, { totals }) => total + of(totals), 0)
  console.log(
    `${sumTotals(({ passed }) => passed)} passed, ${sumTotals(({ failed }) => failed)} failed`
  )
}

void main()

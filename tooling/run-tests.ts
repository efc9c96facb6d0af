import { spawn } from "node:child_process"
import { mkdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import { performance } from "node:perf_hooks"
import { CACHE, fromRoot, ROOT } from "./paths"
import { elapsed } from "./progress"

type Totals = { passed: number; failed: number }
/** `skipped`: why it was not run at all. */
type Outcome = { ok: boolean; totals?: Totals; skipped?: string }
type Stage = { name: string; run: () => Promise<Outcome> }

/** A command of an installed package: its script and arguments. */
type Tool = { script: string; args: string[]; flags?: string[] }

const RESULTS = path.join(CACHE, "test-results")
const none: Totals = { passed: 0, failed: 0 }

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
}

/** Jest's own count; a run that never came to counting is one failure. */
async function totalsOf(file: string): Promise<Totals> {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1 }
  const result = JSON.parse(text) as JestResult
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites
  return { passed: result.numPassedTests, failed }
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

const FIND_BROWSER = path.join(ROOT, "tooling", "find-browser.mjs")

/** Screens need a browser. Where none is found they are skipped, but not where every proof is wanted. */
function screens({ always }: { always: boolean }): Stage {
  const stage = jest("screens", ["screens"], ["--runInBand"])
  return {
    ...stage,
    run: async () => {
      const isFound = await runTool({ script: FIND_BROWSER, args: [] })
      return isFound || always
        ? await stage.run()
        : { ok: true, skipped: "no browser was found: set CHROMIUM_PATH to a Chromium" }
    },
  }
}

const STAGES: Stage[] = [
  check("lint", [
    { script: bin("eslint", "bin/eslint.js"), args: ["."] },
    { script: bin("prettier", "bin/prettier.cjs"), args: ["--check", "--log-level=warn", "."] },
  ]),
  check("types", [{ script: bin("typescript", "bin/tsc"), args: ["-p", "tsconfig.check.json"] }]),
  jest("unit", ["unit", "contract"]),
  jest("module", ["module"], ["--maxWorkers=2"]),
  // The specs wait more than they compute: three stores at once keep two cores busy.
  jest("store", ["store"], ["--maxWorkers=3"]),
  jest("package", ["package"], ["--runInBand"]),
]

/** A slice of each long proof: for CI, beside everything else (`npm test -- --proofs`). */
const PROOFS = jest("proofs", ["proofs"], ["--maxWorkers=2"])

/** Runs the stages named on the command line, or all; each one, even when an earlier one failed. */
async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const wanted = words.filter((word) => word !== "--proofs")
  const always = words.includes("--proofs")
  const all = [...STAGES, screens({ always }), ...(always ? [PROOFS] : [])]
  const stages = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const started = performance.now()
  const summary: string[] = []
  let totals = none
  let ok = true
  await mkdir(RESULTS, { recursive: true })
  for (const [index, stage] of stages.entries()) {
    console.log(`\n━━ ${stage.name} (${index + 1} of ${stages.length})`)
    const begun = performance.now()
    const outcome = await stage.run()
    const { passed, failed } = outcome.totals ?? none
    ok &&= outcome.ok && failed === 0
    totals = { passed: totals.passed + passed, failed: totals.failed + failed }
    const counts = outcome.totals ? `, ${passed} passed, ${failed} failed` : ""
    const sign = outcome.skipped ? "–" : outcome.ok ? "✔" : "✘"
    const line = `${sign} ${stage.name} (${outcome.skipped ?? elapsed(begun) + counts})`
    console.log(line)
    summary.push(line)
  }
  console.log(`\n━━ summary (${elapsed(started)})\n${summary.join("\n")}`)
  if (!ok) process.exitCode = 1
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
}

void main()

import { spawn } from "node:child_process"
import path from "node:path"
import { Command, InvalidArgumentError } from "commander"
import { PROOF_OPTIONS, type ProofOptions } from "../integration-tests/proofs/proof-options"
import { requireFromRoot, ROOT } from "./paths"

type Proof = {
  name: string
  description: string
  /** What `--only` selects, for proofs that support it. */
  only?: string
  /** Jest specs to run, in order. */
  parts: { project: string; spec: string }[]
  defaults: Partial<ProofOptions>
  /** Advice printed after a failure. */
  afterFailure?: (options: Partial<ProofOptions>) => string
}

/** Each proof is a spec. CI runs a short slice of it; these commands run as much as requested. */
const PROOFS: Proof[] = [
  {
    name: "model",
    description: "random histories of shoppers, merchants, postbacks, portal and faults",
    parts: [{ project: "proofs", spec: "proofs/model" }],
    defaults: { runs: 10_000 },
    only: "the histories whose way (hosted, full, request, pre-approval)",
  },
  {
    name: "faults",
    description: "every single fault of every call, with and without the merchant's retry",
    parts: [{ project: "proofs", spec: "proofs/faults" }],
    defaults: { all: true },
    only: "the cases whose name",
  },
  {
    name: "processes",
    description: "two store processes that do the same concurrently, on one database",
    parts: [{ project: "proofs", spec: "proofs/processes" }],
    defaults: { trials: 1_000 },
    only: "the cases whose name",
  },
  {
    name: "kills",
    description: "the store killed between every two effects, and its database stopped",
    parts: [{ project: "proofs", spec: "proofs/kills" }],
    defaults: { all: true },
    only: "the cases whose name",
  },
  {
    name: "fuzz",
    description: "odd bodies for every parser of answers and postbacks",
    parts: [
      { project: "unit", spec: "unit/fuzz" },
      { project: "proofs", spec: "proofs/bodies" },
    ],
    defaults: { bodies: 100_000, from: 1 },
  },
  {
    name: "storm",
    description: "several servers, while they, Redis and Postgres are stopped and started",
    parts: [{ project: "cluster", spec: "cluster/storm" }],
    defaults: { minutes: 5 },
    only: "the part (pace, storm) whose name",
    afterFailure: ({ seed, minutes }) =>
      `Next steps: read the failures above and the newest logs in .cache/logs, then repeat the storm: npm run storm -- --seed ${seed} --minutes ${minutes}`,
  },
]

function parseCount(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new InvalidArgumentError("Expected a positive integer.")
  }
  return number
}

const OPTION_FLAGS = {
  runs: ["--runs <n>", "how many random histories"],
  trials: ["--trials <n>", "how many races of each kind"],
  bodies: ["--bodies <n>", "how many bodies for each endpoint, and for the store's postback route"],
  minutes: ["--minutes <n>", "how long it lasts"],
  from: ["--from <n>", "the number of the first body; reproduces a failing one"],
} as const

/** Runs one part. @returns its exit code */
async function runPart({ project, spec }: Proof["parts"][number], env: NodeJS.ProcessEnv) {
  const jest = path.join(path.dirname(requireFromRoot.resolve("jest/package.json")), "bin/jest.js")
  const args = ["--selectProjects", project, "--runInBand", "--", spec]
  const child = spawn(process.execPath, [jest, ...args], { cwd: ROOT, stdio: "inherit", env })
  return await new Promise<number>((resolve) => {
    child.on("error", () => resolve(1))
    child.on("exit", (code) => resolve(code ?? 1))
  })
}

async function runProof(
  { parts, afterFailure }: Proof,
  options: Partial<ProofOptions>
): Promise<void> {
  const env = { ...process.env, [PROOF_OPTIONS]: JSON.stringify(options) }
  for (const part of parts) process.exitCode = (await runPart(part, env)) || process.exitCode
  if (process.exitCode && afterFailure) console.error(`\n${afterFailure(options)}`)
}

const program = new Command("prove").description("Runs the long proofs.")

for (const proof of PROOFS) {
  const command = program.command(proof.name).description(proof.description)
  for (const [option, [flags, about]] of Object.entries(OPTION_FLAGS)) {
    const defaultValue = proof.defaults[option as keyof typeof OPTION_FLAGS]
    if (defaultValue) command.option(flags, about, parseCount, defaultValue)
  }
  if (proof.only) command.option("--only <text>", `only ${proof.only} contains it`)
  command.option("--seed <n>", "seed of all random choices; every run prints it", parseCount)
  command.action(async (given: Partial<ProofOptions>) => {
    const seed = given.seed ?? Math.floor(Math.random() * 1_000_000_000) + 1
    await runProof(proof, { ...proof.defaults, ...given, seed })
  })
}

void program.parseAsync()

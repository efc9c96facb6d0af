import { spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import path from "node:path"
import { Command, Option } from "commander"
import { addressInWords, POSTGRES_OF_RUN } from "../integration-tests/module/postgres-of-run"
import { startEmbeddedPostgres } from "./embedded-postgres"
import { describeScores, type MutationReport, scoresOf } from "./mutation/scores"
import { CACHE, fromRoot, ROOT } from "./paths"

const MODULE = "src/modules/consumer-financing"
const ofModule = (name: string) => `${MODULE}/${name}.ts`

/** What is changed, by the names that people give it. */
const ROOMS = {
  domain: ["src/domain/**/*.ts"],
  translation: ["src/translation/**/*.ts"],
  "financing-api": ["src/financing-api/**/*.ts", "!src/financing-api/index.ts"],
  journal: ["journal", "journal-book", "lease", "knock", "token-chain"].map(ofModule),
}
type Room = keyof typeof ROOMS
const ALL = Object.keys(ROOMS) as Room[]

const REPORT = path.join(CACHE, "mutation", "report.json")
const LOWEST = 85

type Wishes = { only: Room[]; concurrency: string; incremental?: boolean }

function strykerArgs({ only, concurrency, incremental }: Wishes): string[] {
  const bin = path.join(
    path.dirname(fromRoot.resolve("@stryker-mutator/core/package.json")),
    "bin/stryker.js"
  )
  const mutate = only.flatMap((room) => ROOMS[room]).join(",")
  const again = incremental ? ["--incremental"] : []
  return [bin, "run", "--concurrency", concurrency, ...again, "--mutate", mutate]
}

/** Stryker's own exit code says whether the whole is good enough; each room has to be, too. */
async function mutate(wishes: Wishes): Promise<void> {
  const postgres = await startEmbeddedPostgres()
  try {
    const env = { ...process.env, [POSTGRES_OF_RUN]: addressInWords(postgres) }
    const child = spawn(process.execPath, strykerArgs(wishes), { cwd: ROOT, stdio: "inherit", env })
    process.exitCode = await new Promise<number>((resolve) => {
      child.on("error", () => resolve(1))
      child.on("exit", (code) => resolve(code ?? 1))
    })
  } finally {
    await postgres.stop()
  }
  const report = JSON.parse(await readFile(REPORT, "utf8")) as MutationReport
  const scores = scoresOf(report)
  if (scores.some(({ score }) => score < LOWEST)) process.exitCode = 1
  console.log(`\n${describeScores(scores, LOWEST)}`)
}

const program = new Command("mutation")
  .description("Changes the code in thousands of small ways, and counts what the tests notice.")
  .addOption(new Option("--only <rooms...>", "some of it only").choices(ALL).default(ALL))
  .option("--concurrency <n>", "processes that test at once", "2")
  .option("--incremental", "keep what an earlier run found, where neither code nor tests changed")
  .action((wishes: Wishes) => mutate(wishes))

void program.parseAsync()

import { spawn } from "node:child_process"
import { readFile, rm } from "node:fs/promises"
import path from "node:path"
import { Command, Option } from "commander"
import { formatServerUrl, POSTGRES_VARIABLE } from "../integration-tests/module/test-postgres"
import { startEmbeddedPostgres } from "./embedded-postgres"
import rooms from "./mutation/rooms.json"
import {
  describeScores,
  type MutationReport,
  type Score,
  getScore,
  sumScores,
} from "./mutation/scores"
import { CACHE, requireFromRoot, ROOT } from "./paths"

/** Minimum mutation score of a room, in percent. */
const MIN_SCORE = 85

type Room = keyof typeof rooms
const ALL_ROOMS = Object.keys(rooms) as Room[]

type MutationOptions = { only: Room[]; file?: string; concurrency: string; incremental?: boolean }

/** Runs Stryker on one room. @throws Error when it writes no report */
async function measureRoom(room: Room, env: NodeJS.ProcessEnv, args: string[]): Promise<Score> {
  const report = path.join(CACHE, "mutation", `${room}.json`)
  await rm(report, { force: true })
  const home = path.dirname(requireFromRoot.resolve("@stryker-mutator/core/package.json"))
  const script = path.join(home, "bin", "stryker.js")
  const child = spawn(process.execPath, [script, "run", ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...env, MUTATION_ROOM: room },
  })
  await new Promise<void>((resolve) => {
    child.on("error", () => resolve())
    child.on("exit", () => resolve())
  })
  const text = await readFile(report, "utf8").catch(() => null)
  if (text === null) throw new Error(`${room} could not be measured: see Stryker's output above.`)
  return getScore(room, JSON.parse(text) as MutationReport)
}

async function mutate({ only, file, concurrency, incremental }: MutationOptions): Promise<void> {
  const args = ["--concurrency", concurrency]
  if (incremental) args.push("--incremental")
  if (file) args.push("--mutate", file)
  const postgres = await startEmbeddedPostgres()
  const scores: Score[] = []
  try {
    const env = { ...process.env, [POSTGRES_VARIABLE]: formatServerUrl(postgres) }
    for (const [index, room] of only.entries()) {
      console.log(`\n━━ ${room} (${index + 1} of ${only.length})`)
      scores.push(await measureRoom(room, env, args))
    }
  } finally {
    await postgres.stop()
  }
  if (scores.some(({ percent }) => percent < MIN_SCORE)) process.exitCode = 1
  console.log(`\n━━ mutation score\n${describeScores([...scores, sumScores(scores)], MIN_SCORE)}`)
}

const program = new Command("mutation")
  .description(
    "Mutates the code in thousands of small ways, and counts the mutants that the tests detect."
  )
  .addOption(
    new Option("--only <rooms...>", "only these rooms").choices(ALL_ROOMS).default(ALL_ROOMS)
  )
  .option("--file <path>", "only this file of the room, or a pattern")
  .option("--concurrency <n>", "number of concurrent test processes", "2")
  .option("--incremental", "reuse results of an earlier run for unchanged code and tests")
  .action((options: MutationOptions) => mutate(options))

void program.parseAsync()

import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { Command } from "commander"
import { elapsed } from "../tooling/progress"
import { endRunningCommands } from "../tooling/run-command"
import { printAddresses } from "./addresses"
import { createClosing } from "./closing"
import { createNarration } from "./narration"
import { startEverything, type Demo, type Started } from "./start-everything"
import { play } from "./tour"
import { TOURS } from "./tours"

type Options = { once?: boolean; cluster?: boolean }

const PATIENCE_MS = 20_000

const HELP = `
Needs Node and npm, nothing else; as a cluster, Redis as well (REDIS_URL, or a redis-server). Postgres is embedded; set DATABASE_URL to use a server of yours
(databases are created on it, and dropped at the end). Ports: storefront 8000, store 9000,
simulator 4010, or the next ones that are free.`

function readOptions(): Options {
  return new Command("npm run demo --")
    .description(
      "Starts a real Medusa store with the plugin installed, a simulator of the financing service\n" +
        "and a storefront; finances a purchase in each of four ways and verifies each in Medusa and\n" +
        "at the simulator;\n" +
        "then stays up for you to click through."
    )
    .option("--cluster", "as two servers and a worker, with Redis: npm run demo:cluster")
    .option("--once", "end after the purchases: exit code 0 if everything was verified, else 1")
    .addHelpText("after", HELP)
    .parse()
    .opts<Options>()
}

async function playTours(demo: Demo): Promise<void> {
  const started = performance.now()
  console.log(
    demo.hasBrowser
      ? "Shoppers click in the storefront, in a browser that you do not see."
      : "No browser was found: shoppers ask for what the storefront asks for."
  )
  let [steps, checks] = [0, 0]
  for (const tour of TOURS) {
    const outcome = await play(tour, demo)
    steps += outcome.steps
    checks += outcome.checks
  }
  console.log(`\nAll ${steps} steps and ${checks} facts verified in ${elapsed(started)}.`)
}

/** @returns once everything is verified and, unless `once`, ready to be clicked through */
async function run({ once, cluster }: Options, started: Started): Promise<void> {
  const clock = performance.now()
  console.log("Setting up a real store with the plugin installed\n")
  const demo = await startEverything(started, { cluster })
  console.log(`\nEverything runs after ${elapsed(clock)}.`)
  await playTours(demo)
  // From here on, being told to end is how it ends well.
  process.exitCode = 0
  if (once) return
  await printAddresses(demo)
  started.narration.speakUp()
}

/** Resolves when somebody wants the demo to end: Ctrl-C, a closed terminal, a `kill`. */
function askedToEnd(): Promise<"asked"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve("asked"))
    }
  })
}

async function main(): Promise<void> {
  const options = readOptions()
  const closing = createClosing()
  const asked = askedToEnd()
  // Nothing is verified yet.
  process.exitCode = 1
  const work = run(options, { closing, narration: createNarration() }).then(
    () => "done" as const,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
  )
  const ending = await Promise.race([work, asked])
  if (ending === "done" && !options.once) await asked
  console.log("\nStopping everything …")
  endRunningCommands()
  await closing.everything()
  // What was in the middle of something notices that it cannot go on, and cleans up behind itself.
  await Promise.race([work, sleep(PATIENCE_MS)])
  await closing.everything()
  console.log("Everything is stopped.")
  if (ending instanceof Error) {
    process.exitCode = 1
    console.error(`\n✘ ${ending.message}`)
    console.error("What to do next: read the newest log in .cache/logs, then run this again.")
  }
  process.exit()
}

void main()

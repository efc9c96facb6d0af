import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { Command } from "commander"
import { formatElapsed } from "../tooling/progress"
import { killRunningCommands } from "../tooling/run-command"
import { printAddresses } from "./print-addresses"
import { createCleanupStack } from "./cleanup-stack"
import { createSimulatorLog } from "./simulator-log"
import { startDemo, type Demo, type DemoServices } from "./start-demo"
import { playTour } from "./tour"
import { TOURS } from "./tours"

type Options = { once?: boolean; cluster?: boolean }

const SHUTDOWN_TIMEOUT_MS = 20_000

const HELP_TEXT = `
Needs only Node and npm; with --cluster also Redis (REDIS_URL, or a redis-server). Postgres is embedded;
set DATABASE_URL to use your own server (the demo creates databases on it and drops them at the end).
Ports: storefront 8000, store 9000, simulator 4010, or the next free ones.`

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
    .addHelpText("after", HELP_TEXT)
    .parse()
    .opts<Options>()
}

async function playTours(demo: Demo): Promise<void> {
  const toursStartedAt = performance.now()
  console.log(
    demo.hasBrowser
      ? "Shoppers use the storefront in a headless browser."
      : "No browser was found: shoppers send the storefront's HTTP requests."
  )
  let [steps, checks] = [0, 0]
  for (const tour of TOURS) {
    const counts = await playTour(tour, demo)
    steps += counts.steps
    checks += counts.checks
  }
  console.log(
    `\nAll ${steps} steps and ${checks} facts verified in ${formatElapsed(toursStartedAt)}.`
  )
}

/** Starts the demo and plays the tours. Unless `once` is set, prints the URLs to open. */
async function runDemo({ once, cluster }: Options, services: DemoServices): Promise<void> {
  const startedAt = performance.now()
  console.log("Setting up a real store with the plugin installed\n")
  const demo = await startDemo(services, { cluster })
  console.log(`\nEverything runs after ${formatElapsed(startedAt)}.`)
  await playTours(demo)
  // From here on, a signal to end is a successful exit.
  process.exitCode = 0
  if (once) return
  await printAddresses(demo)
  services.simulatorLog.unmute()
}

/** Resolves on a signal to end: Ctrl-C, a closed terminal or `kill`. */
function waitForEndSignal(): Promise<"asked"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve("asked"))
    }
  })
}

async function main(): Promise<void> {
  const options = readOptions()
  const cleanupStack = createCleanupStack()
  const endSignal = waitForEndSignal()
  // The exit code stays 1 until everything is verified.
  process.exitCode = 1
  const demoRun = runDemo(options, {
    cleanup: cleanupStack,
    simulatorLog: createSimulatorLog(),
  }).then(
    () => "done" as const,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
  )
  const firstResult = await Promise.race([demoRun, endSignal])
  if (firstResult === "done" && !options.once) await endSignal
  console.log("\nStopping everything …")
  killRunningCommands()
  await cleanupStack.runAll()
  // Gives a startup in progress time to fail and register its remaining cleanup functions.
  await Promise.race([demoRun, sleep(SHUTDOWN_TIMEOUT_MS)])
  await cleanupStack.runAll()
  console.log("Everything is stopped.")
  if (firstResult instanceof Error) {
    process.exitCode = 1
    console.error(`\n✘ ${firstResult.message}`)
    console.error("What to do next: read the newest log in .cache/logs, then run this again.")
  }
  process.exit()
}

void main()

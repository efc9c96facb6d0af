import yargs from "yargs"
import { parseBehaviour } from "./behaviour"
import { formatHelpEpilogue, formatVariables } from "./cli-help"
import { describeReport, readReport } from "./verify-report"
import { z } from "@medusajs/framework/zod"
import { startSandbox } from "./sandbox"

const DEFAULT_PORT = 4010

/** Parses `name=value` pairs over observed values. Booleans and arrays are JSON; counts are numbers. */
function parseBehaviourPairs(
  pairs: string[],
  observed: Record<string, unknown> = {}
): ReturnType<typeof parseBehaviour> {
  const entries = pairs.map((pair): [string, unknown] => {
    const [name = "", ...rest] = pair.split("=")
    const value = rest.join("=")
    const isJson = /^(true|false|\[.*\])$/.test(value)
    const isNumeric = /Seconds$|Ms$|Status$/.test(name) && value !== ""
    return [name, isJson ? JSON.parse(value) : isNumeric ? Number(value) : value]
  })
  return parseBehaviour({ ...observed, ...Object.fromEntries(entries) })
}

function parseBehaviourOption(
  pairs: string[],
  observed?: Record<string, unknown>
): ReturnType<typeof parseBehaviourPairs> {
  try {
    return parseBehaviourPairs(pairs, observed)
  } catch (error) {
    throw error instanceof z.ZodError ? new Error(`--behaviour: ${z.prettifyError(error)}`) : error
  }
}

/** Runs `sandbox` until SIGINT or SIGTERM. */
export async function runSandbox(argv: string[]): Promise<void> {
  const args = await yargs(argv)
    .scriptName("medusa-payment-consumer-financing sandbox")
    .usage("$0 [options]\n\nA simulator of the financing service, for development and tests.")
    .options({
      port: {
        type: "number",
        default: DEFAULT_PORT,
        describe: "port; a taken one is stepped over",
      },
      host: { type: "string", default: "localhost", describe: "address to listen on" },
      "public-url": { type: "string", describe: "address others reach it at, if another one" },
      "min-amount": { type: "number", default: 300, describe: "approval range from, in dollars" },
      "max-amount": { type: "number", default: 5000, describe: "approval range to, in dollars" },
      "token-lifetime": { type: "number", default: 18_000, describe: "access tokens, in seconds" },
      "postback-delay": { type: "number", default: 20, describe: "before a postback, in ms" },
      "pre-approval-notify-url": { type: "string", describe: "where pre-approval postbacks go" },
      like: {
        type: "string",
        requiresArg: true,
        describe: "report.json of verify: behaves as that service did",
      },
      behaviour: { type: "string", array: true, default: [], describe: "name=value, see below" },
      state: {
        type: "string",
        requiresArg: true,
        describe: "file that keeps applications and virtual time over a restart",
      },
      seed: { type: "string", describe: "makes tokens reproducible" },
      quiet: { type: "boolean", default: false, describe: "print nothing but the address" },
    })
    // A seed repeats its tokens after a restart, so they would collide with saved applications.
    .conflicts("seed", "state")
    .strict()
    .wrap(100)
    .epilogue(formatHelpEpilogue(DEFAULT_PORT))
    .version(false)
    .help().argv

  const report = args.like === undefined ? null : readReport(args.like)
  const behaviour = parseBehaviourOption(args.behaviour, report?.simulator)
  const sandbox = await startSandbox({
    port: args.port,
    host: args.host,
    stepOverTakenPort: true,
    publicUrl: args["public-url"],
    minAmount: args["min-amount"],
    maxAmount: args["max-amount"],
    tokenLifetimeSeconds: args["token-lifetime"],
    postbackDelayMs: args["postback-delay"],
    preApprovalNotifyUrl: args["pre-approval-notify-url"],
    behaviour,
    seed: args.seed,
    state: args.state,
    quiet: args.quiet,
  })

  console.log(`The simulator of the financing service listens on ${sandbox.url}`)
  if (["0.0.0.0", "::"].includes(args.host)) {
    console.warn(
      "Anyone who reaches this machine can approve here: --host listens on every network."
    )
  }
  if (report !== null) console.log(describeReport(report))
  if (!args.quiet) {
    console.log(`\nFor a shop's .env, as init writes it:\n\n${formatVariables(sandbox.url)}\n`)
    console.log(`Applications: ${sandbox.url}/   Control API: ${sandbox.url}/control`)
    console.log("Last names that decide by themselves, and more: --help. Ctrl-C ends it.\n")
  }

  const stop = () => {
    void sandbox.close().then(() => process.exit(0))
  }
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

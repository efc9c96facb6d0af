import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { createInterface } from "node:readline/promises"
import yargs from "yargs"
import { describeCode, type ReportedCode } from "../domain/status-codes"
import { createFinancingClient } from "../financing-api"
import { readAccess, readApplicant } from "./access"
import { cleanUp } from "./clean-up"
import { CALLS } from "./evidence"
import { openJournal } from "./journal"
import { listenForPostbacks } from "./postback-listener"
import { createPaint, formatReport, formatMarkdown, wrapText } from "./print-report"
import { hasContradiction, type Report } from "./report"
import { verify } from "./run"
import { type Access, SetupError } from "./context"
import { verifyReadOnly } from "./read-only"

const MINUTE_MS = 60_000

function parseArguments(argv: string[]) {
  return yargs(argv)
    .scriptName("medusa-payment-consumer-financing verify")
    .usage("$0 [options]\n\nFinds out how your financing service behaves.")
    .options({
      "env-file": {
        type: "string",
        requiresArg: true,
        describe: "file with the FINANCING_… lines",
      },
      yes: { type: "boolean", default: false, describe: "begins without a question" },
      "with-person": { type: "boolean", describe: "waits for you to sign one application" },
      amount: { type: "number", default: 500, describe: "of each test application, in dollars" },
      applicant: { type: "string", requiresArg: true, describe: "JSON file with a test person" },
      listen: { type: "string", requiresArg: true, describe: "public address for postbacks" },
      port: { type: "number", default: 4011, describe: "local port of --listen" },
      report: { type: "string", requiresArg: true, describe: "folder for report.json, report.md" },
      "read-only": { type: "boolean", default: false, describe: "creates nothing" },
      token: {
        type: "string",
        requiresArg: true,
        describe: "application to read with --read-only",
      },
      wait: { type: "number", default: 30, describe: "minutes to wait for the signature" },
      journal: {
        type: "string",
        requiresArg: true,
        default: ".financing-verify.jsonl",
        describe: "file that lists what was created until it is ended",
      },
      "clean-up": { type: "string", requiresArg: true, describe: "ends what a journal lists" },
    })
    .strict()
    .wrap(80)
    .version(false)
    .help()
    .epilogue(
      "Exit code 0: nothing contradicts the plugin. 1: something does. 2: it could not run."
    )
    .parseAsync()
}

type Arguments = Awaited<ReturnType<typeof parseArguments>>

/** Runs `verify`. @returns the exit code */
export async function runVerify(argv: string[]): Promise<number> {
  const args = await parseArguments(argv)
  try {
    const { access, environment } = readAccess(args.envFile)
    if (args.cleanUp !== undefined) return await resumeCleanUp(access, args.cleanUp)
    if (args.readOnly)
      return outputReport(await verifyReadOnly(access, { environment, token: args.token }), args)
    if (environment === "production") {
      throw new SetupError("In production this command runs with --read-only only.")
    }
    return await runVerification(access, args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 2
  }
}

async function runVerification(access: Access, args: Arguments): Promise<number> {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  const withPerson = args.withPerson ?? (isTerminal && !args.yes)
  const applicant = readApplicant(args.applicant)
  console.log(describePlan(access, { ...args, withPerson, hasApplicant: applicant !== null }))
  if (!args.yes && !(await confirmStart(isTerminal))) return 2
  const listener =
    args.listen === undefined
      ? null
      : await listenForPostbacks({ publicUrl: args.listen, port: args.port })
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  process.once("SIGINT", interrupt)
  process.once("SIGTERM", interrupt)
  const progress = createProgress(process.stdout.isTTY === true)
  try {
    const report = await verify({
      access,
      environment: "staging",
      amount: args.amount,
      applicant,
      journalFile: args.journal,
      listener,
      signal: interruption.signal,
      onStart: (call) => progress.show(`${CALLS[call].operation}: ${CALLS[call].sent}`),
      onPage: withPerson ? async (url) => progress.print(describePage(url)) : null,
      onWait: (code) => progress.show(`waiting for the signature; now ${formatCode(code)}`),
      pollMs: 3_000,
      waitMs: args.wait * MINUTE_MS,
      pauseMs: 1_000,
    })
    progress.clear()
    if (report.leftOpen.length > 0) console.log(`\nWhat is left open is listed in ${args.journal}.`)
    return outputReport(report, args)
  } finally {
    progress.clear()
    await listener?.close()
  }
}

const formatCode = (code: ReportedCode) => describeCode(code)

function outputReport(report: Report, { report: folder }: Pick<Arguments, "report">): number {
  const hasColor = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
  console.log(formatReport(report, createPaint(hasColor)))
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`)
    writeFileSync(path.join(folder, "report.md"), formatMarkdown(report))
    console.log(`\nWrote ${path.join(folder, "report.json")} and report.md.`)
  }
  return hasContradiction(report) ? 1 : 0
}

async function resumeCleanUp(access: Access, file: string): Promise<number> {
  const journal = openJournal(file, access)
  const client = createFinancingClient(access)
  try {
    const openApplications = await cleanUp(client, journal)
    for (const { orderId, kind, reason } of openApplications) {
      console.log(`Left open: ${orderId} (${kind}): ${reason}`)
    }
    console.log(
      openApplications.length === 0 ? "Everything is ended." : "Ask the service to end these."
    )
    return openApplications.length === 0 ? 0 : 1
  } finally {
    await client.close()
  }
}

function describePlan(
  { baseUrl }: Access,
  plan: { amount: number; withPerson: boolean; hasApplicant: boolean; listen?: string | undefined }
): string {
  const carts = 2 + Number(plan.withPerson) + Number(plan.hasApplicant)
  const extra = plan.withPerson ? " You sign one of them, which is settled and refunded." : ""
  const words = `This calls ${new URL(baseUrl).host} with your staging credentials. It creates ${carts + 1} test applications of $${plan.amount} for an invented person and one pre-approval, and tries three that the service should refuse.${extra} At the end it cancels or refunds everything that it created.`
  return wrapText(words, 80).join("\n")
}

async function confirmStart(isTerminal: boolean): Promise<boolean> {
  if (!isTerminal) {
    throw new SetupError("No terminal to confirm on. Add --yes to begin without a question.")
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")))
  const answer = await Promise.race([terminal.question("Begin? (y/N) "), closed])
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

const describePage = (url: string) => `
Open this page and sign the application as a test customer of the service:

  ${url}

This command goes on by itself. Ctrl-C ends it and cancels what it created.
`

/** Creates a progress line. Prints nothing when the output is piped. */
function createProgress(isTerminal: boolean) {
  const clear = () => void (isTerminal && process.stdout.write("\r\u001b[K"))
  return {
    clear,
    show: (text: string) => {
      clear()
      if (isTerminal) process.stdout.write(text.slice(0, 79))
    },
    print: (text: string) => {
      clear()
      console.log(text)
    },
  }
}

import { randomBytes } from "node:crypto"
import { createFinancingClient, type FinancingClient } from "../financing-api"
import { cleanUp } from "./clean-up"
import { type Access, SetupError, type RunContext, type RunOptions } from "./context"
import { findExchange } from "./evidence"
import { createJournal } from "./journal"
import { createRecorder, InterruptedError, type Recorder } from "./recorder"
import { buildReport, type Report } from "./report"
import { UNATTENDED_STEPS } from "./unattended-steps"
import { runWithPerson } from "./attended-steps"

const DEFAULT_LINKS = {
  returnUrl: "https://example.com/financing/return",
  cancelUrl: "https://example.com/financing/cancel",
}
const MAX_TOKEN_ATTEMPTS = 3

/** Creates the clients of an account, which report every answer to the recorder. */
function createClients(access: Access, recorder: Recorder) {
  const onAnswer: Recorder["onAnswer"] = (received) => recorder.onAnswer(received)
  const client = createFinancingClient({ ...access, onAnswer })
  const second = createFinancingClient({ ...access, onAnswer })
  const wrong = createFinancingClient({ ...access, apiPassword: "not-the-password", onAnswer })
  return {
    client,
    second,
    wrong,
    close: async () => void (await Promise.all([client.close(), second.close(), wrong.close()])),
  }
}

/** Requests the first access token, with retries. @throws CannotRun */
async function requestFirstToken(client: FinancingClient, recorder: Recorder): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TOKEN_ATTEMPTS; attempt += 1) {
    if ((await recorder.record("token", () => client.requestToken())) !== null) return
    const one = findExchange({ exchanges: recorder.exchanges(), postbacks: null }, "token")
    if (one?.error === "wrong_credentials") {
      throw new SetupError(
        `The service refuses the credentials (HTTP ${one.httpStatus}). Compare user name, password and signature with what it issued for this environment.`
      )
    }
  }
  const one = findExchange({ exchanges: recorder.exchanges(), postbacks: null }, "token")
  const answer = one?.httpStatus == null ? one?.error : `HTTP ${one.httpStatus}`
  throw new SetupError(
    `The service gives no access token (${answer}). Check the base address, and that this machine reaches it.`
  )
}

/**
 * Observes the behavior of the service. Ends the created applications even after an interruption or a failed step.
 * @throws CannotRun
 */
export async function verify(options: RunOptions): Promise<Report> {
  const { signal, onStart, access, listener } = options
  const recorder = createRecorder({ signal, onStart })
  const clients = createClients(access, recorder)
  listener?.setRecorder(recorder)
  try {
    await requestFirstToken(clients.client, recorder)
    const journal = createJournal(options.journalFile, access)
    const run = createRun(options, { ...clients, recorder, journal })
    const problems = await runSteps(run, options.onPage !== null)
    const leftOpen = await cleanUp(clients.client, journal, options.pauseMs)
    await listener?.waitForLatePostbacks()
    return buildReport({ options, evidence: run.evidence(), leftOpen, problems })
  } finally {
    await clients.close()
  }
}

function createRun(
  options: RunOptions,
  parts: Pick<RunContext, "client" | "second" | "wrong" | "recorder" | "journal">
): RunContext {
  const { listener } = options
  const prefix = `first-contact-${randomBytes(4).toString("hex")}`
  let count = 0
  return {
    ...options,
    ...parts,
    links: listener === null ? DEFAULT_LINKS : { ...DEFAULT_LINKS, notifyUrl: listener.publicUrl },
    onPage: options.onPage ?? (async () => undefined),
    evidence: () => ({
      exchanges: parts.recorder.exchanges(),
      postbacks: listener?.postbacks() ?? null,
    }),
    newOrderId: () => `${prefix}-${(count += 1)}`,
  }
}

/** Runs every step, even after a failed one. Returns descriptions of the problems. */
async function runSteps(run: RunContext, withPerson: boolean): Promise<string[]> {
  const problems: string[] = []
  for (const step of withPerson ? [...UNATTENDED_STEPS, runWithPerson] : UNATTENDED_STEPS) {
    try {
      await step(run)
    } catch (error) {
      if (error instanceof InterruptedError) return [...problems, "The run was interrupted."]
      // Omits the error message, which may quote an answer.
      const kind = error instanceof Error ? error.name : "unknown"
      problems.push(`The step ${step.name} stopped (${kind}).`)
    }
  }
  return problems
}

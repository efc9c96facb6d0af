import { setTimeout as sleep } from "node:timers/promises"
import { isEndedForGood, isFunded, phaseOf, readStatusCode } from "../domain/status-codes"
import { type FinancingClient, FinancingError } from "../financing-api"
import type { JournalEntry, Journal, ApplicationKind } from "./journal"

/** An application that the run could not end. */
export interface OpenApplication {
  orderId: string
  kind: ApplicationKind
  /** Phrase without a full stop. */
  reason: string
}

const MAX_ATTEMPTS = 3

/** Reasons for which another application may stay open after this one ended. */
const OPEN_CALL_REASONS = {
  create: "its creation was repeated after a 401, so there may be a second application",
  "partial refund": "its partial refund named no new token, so the new application is not known",
}

/** Ends every application of the journal. Returns those that stay open. Never throws a FinancingError. */
export async function cleanUp(
  client: FinancingClient,
  journal: Journal,
  pauseMs = 1_000
): Promise<OpenApplication[]> {
  const openApplications: OpenApplication[] = []
  for (const entry of journal.entries().filter(({ isEnded }) => !isEnded)) {
    const reason = await endApplication(client, entry, pauseMs)
    if (reason === null) journal.update(entry.orderId, { isEnded: true })
    else openApplications.push({ orderId: entry.orderId, kind: entry.kind, reason })
  }
  if (openApplications.length === 0) journal.remove()
  return openApplications
}

async function endApplication(
  client: FinancingClient,
  entry: JournalEntry,
  pauseMs: number
): Promise<string | null> {
  const { token } = entry
  if (token === null) return "its creation was not answered, so its token is not known"
  let reason = ""
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await sleep(pauseMs)
    const problem = await tryEndApplication(client, entry, token)
    if (problem === null) {
      return entry.openCall === null ? null : OPEN_CALL_REASONS[entry.openCall]
    }
    reason = problem
  }
  return reason
}

/** Refunds a funded application or cancels another one. Returns the problem, or null on success. */
async function tryEndApplication(
  client: FinancingClient,
  { isSettled }: JournalEntry,
  applicationToken: string
): Promise<string | null> {
  const code = await readCode(client, applicationToken)
  if (code !== null && isEndedForGood(code)) return null
  const refund = () => client.refund({ applicationToken, reason: "Test" })
  const cancel = () => client.cancel({ applicationToken, postback: false })
  const calls = isSettled || isFunded(code) ? [refund, cancel] : [cancel, refund]
  let problem = ""
  for (const call of calls) {
    const failure = await describeFailure(call)
    if (failure === null) return await describeStillOpen(client, applicationToken)
    problem = failure
  }
  return problem
}

async function readCode(client: FinancingClient, applicationToken: string) {
  try {
    return readStatusCode((await client.getStatus({ applicationToken })).status)
  } catch (error) {
    if (error instanceof FinancingError) return null
    throw error
  }
}

/** Checks the status after a success. Returns a problem when the application is still open. */
async function describeStillOpen(client: FinancingClient, token: string): Promise<string | null> {
  const code = await readCode(client, token)
  if (code === null || ["ended", "unknown"].includes(phaseOf(code))) return null
  return `it still reads ${code}`
}

async function describeFailure(call: () => Promise<unknown>): Promise<string | null> {
  try {
    await call()
    return null
  } catch (error) {
    if (!(error instanceof FinancingError)) throw error
    const { operation, httpStatus, code } = error
    return `${operation}: ${httpStatus === null ? code : `HTTP ${httpStatus}`}`
  }
}

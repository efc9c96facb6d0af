import { randomUUID } from "node:crypto"
import {
  createFinancingClient,
  CredentialsError,
  FinancingError,
  RefusedError,
  UnreachableError,
} from "../../../financing-api"
import type { Environment } from "../../../options/options"
import { completeCredentials, throwProblems } from "./change-settings"
import type { Credentials, Written } from "./credentials"
import type { Settings } from "./settings"

export type ConnectionOutcome =
  "connected" | "wrong-credentials" | "unreachable" | "unexpected-answer" | "not-set"

export type Connection = {
  outcome: ConnectionOutcome
  /** The last step reached; null when no call was made. */
  step: "token" | "read" | null
  milliseconds: number
  http_status: number | null
  tested_at: string
}

type Verdict = Pick<Connection, "outcome" | "step" | "http_status">

/** Short, because staff wait. */
const DEADLINES = { connect: 3_000, token: 8_000, read: 8_000 }

/** Answers of the kind "no such application", which prove that the credentials work. */
const NO_SUCH_APPLICATION: readonly (number | null)[] = [400, 404, 409, 410, 422]

/**
 * Requests a token and the status of an application that does not exist, with a client of its own. Changes, logs and
 * stores nothing. Omitted fields use the current settings. Throws INVALID_DATA with one sentence for each invalid
 * field.
 */
export async function testConnection(
  settings: Settings,
  { environment, given }: Written
): Promise<Connection> {
  const known = settings.current.environments[environment] ?? null
  const startedAt = performance.now()
  const isNothing = known === null && Object.values(given).every((value) => value === undefined)
  const verdict: Verdict = isNothing
    ? { outcome: "not-set", step: null, http_status: null }
    : await connect(completeCredentials(settings, known, { environment, given }))
  const milliseconds = Math.round(performance.now() - startedAt)
  return { ...verdict, milliseconds, tested_at: new Date().toISOString() }
}

const WHY: Record<Exclude<ConnectionOutcome, "connected">, string> = {
  "not-set": "there are no credentials for it",
  "wrong-credentials": "the service refuses its credentials",
  unreachable: "the service does not answer at its address",
  "unexpected-answer": "what answers at its address is not the service",
}

/** Throws INVALID_DATA with a sentence unless the service accepts an environment's credentials. */
export async function requireConnected(
  settings: Settings,
  environment: Environment
): Promise<void> {
  const { outcome } = await testConnection(settings, { environment, given: {} })
  if (outcome === "connected") return
  const message = `stays as it is, because the connection test of ${environment} failed: ${WHY[outcome]}. Correct that, and test the connection`
  throwProblems([{ place: "environment", message }])
}

async function connect(credentials: Credentials): Promise<Verdict> {
  const client = createFinancingClient({ ...credentials, deadlines: DEADLINES })
  let step: "token" | "read" = "token"
  try {
    await client.requestToken({ once: true })
    step = "read"
    await client.getStatus({ applicationToken: randomUUID() }, { once: true })
    return { outcome: "connected", step, http_status: 200 }
  } catch (error) {
    return judge(error, step)
  } finally {
    await client.close()
  }
}

function judge(error: unknown, step: "token" | "read"): Verdict {
  if (!(error instanceof FinancingError)) {
    throw error
  }
  const { httpStatus: http_status } = error
  if (error instanceof CredentialsError) {
    return { outcome: "wrong-credentials", step, http_status }
  }
  if (error instanceof UnreachableError || http_status === null) {
    return { outcome: "unreachable", step, http_status }
  }
  const isLetIn = error instanceof RefusedError && NO_SUCH_APPLICATION.includes(http_status)
  const outcome = step === "read" && isLetIn ? "connected" : "unexpected-answer"
  return { outcome, step, http_status }
}

import type { FinancingErrorCode, FinancingErrorFacts, FinancingOutcome } from "./errors"
import {
  CredentialsError,
  type FinancingError,
  InDoubtError,
  InvalidRequestError,
  RefusedError,
  UnreachableError,
} from "./errors"

type Family = "invalid" | "unreachable" | "credentials" | "refused" | "in-doubt"

interface Explanation {
  family: Family
  sentence: string
}

/** Every code, its class and its sentence for the merchant; a new code does not compile without. */
const EXPLANATIONS: Record<FinancingErrorCode, Explanation> = {
  invalid_options: {
    family: "invalid",
    sentence: "the client's options are not valid. Correct the named option",
  },
  invalid_request: {
    family: "invalid",
    sentence: "the request breaks the interface and was not sent. Correct the named field",
  },
  client_closed: { family: "unreachable", sentence: "the client was closed; create a new one" },
  unreachable: {
    family: "unreachable",
    sentence: "no connection to the service. Check the base URL, DNS, TLS and the firewall",
  },
  connect_timeout: {
    family: "unreachable",
    sentence: "no connection to the service in time. Check the base URL and the firewall",
  },
  deadline_before_sending: {
    family: "unreachable",
    sentence: "time was up before the request could be sent. Try again later",
  },
  aborted_before_sending: {
    family: "unreachable",
    sentence: "the caller gave up before the request was sent",
  },
  token_unavailable: {
    family: "unreachable",
    sentence: "not sent, because no access token could be had. Try again later",
  },
  wrong_credentials: {
    family: "credentials",
    sentence:
      "wrong credentials or wrong environment. Check the API username, password and signature, " +
      "and that they were issued for this base URL",
  },
  refused: { family: "refused", sentence: "the service refused the request" },
  rate_limited: { family: "refused", sentence: "the service asks for fewer requests; wait" },
  timed_out: { family: "in-doubt", sentence: "no complete answer in time" },
  aborted: { family: "in-doubt", sentence: "the caller gave up after the request was sent" },
  connection_broken: {
    family: "in-doubt",
    sentence: "the connection broke after the request was sent",
  },
  server_error: { family: "in-doubt", sentence: "the service failed while it worked on it" },
  request_timeout: { family: "in-doubt", sentence: "the service gave up on the request" },
  redirected: {
    family: "in-doubt",
    sentence: "the service redirected the call, which is never followed. Check the base URL",
  },
  unexpected_status: { family: "in-doubt", sentence: "the service answered an unknown status" },
  unreadable_answer: {
    family: "in-doubt",
    sentence: "the service answered something that the interface does not describe",
  },
  answer_too_large: { family: "in-doubt", sentence: "the service's answer was too large to read" },
  repeat_failed: {
    family: "in-doubt",
    sentence: "answered 401 first, and the repeat with a new token failed",
  },
}

const SHOPPER_SENTENCES: Record<Family | "in-doubt-read", string> = {
  invalid:
    "Some details needed for financing are missing or not valid. " +
    "Please check your name, address and e-mail.",
  unreachable: "Financing is not available right now. Please try again or pay another way.",
  credentials: "Financing is not available right now. Please pay another way.",
  refused: "Financing could not be arranged for this purchase. Please pay another way.",
  "in-doubt":
    "Your financing request has not been confirmed yet. Please do not send it again; " +
    "the shop is checking it.",
  "in-doubt-read": "Financing is not available right now. Please try again in a moment.",
}

/** Codes after which a call that is safe to repeat may do better the next time. */
const WORTH_REPEATING: ReadonlySet<FinancingErrorCode> = new Set<FinancingErrorCode>([
  "unreachable",
  "connect_timeout",
  "rate_limited",
  "connection_broken",
  "server_error",
  "request_timeout",
  "unreadable_answer",
])

/** Who failed: the facts of a call that every error carries. */
export interface FailedCall {
  operation: string
  /** True when the call may change something at the service. */
  changes: boolean
  correlationId: string
}

export interface Failure {
  code: FinancingErrorCode
  httpStatus?: number | null
  /** Names of fields, a socket's error code, a word of ours; never a value. */
  detail?: string
  serviceError?: string | null
  /** Set where the code leaves it open (`wrong_credentials` after a call that may have run). */
  outcome?: FinancingOutcome
}

export function isWorthRepeating(error: FinancingError): boolean {
  return WORTH_REPEATING.has(error.code)
}

/** The one way from a failure to the error that callers see. */
export function toError(call: FailedCall, failure: Failure): FinancingError {
  const { family } = EXPLANATIONS[failure.code]
  const outcome = failure.outcome ?? (family === "in-doubt" ? "in-doubt" : "did-not-happen")
  const shopperKey = outcome === "in-doubt" ? (call.changes ? outcome : "in-doubt-read") : family
  const facts: FinancingErrorFacts = {
    code: failure.code,
    outcome,
    operation: call.operation,
    httpStatus: failure.httpStatus ?? null,
    correlationId: call.correlationId,
    message: describe(call, failure, outcome),
    shopperMessage: SHOPPER_SENTENCES[shopperKey],
  }
  if (family === "invalid") return new InvalidRequestError(facts)
  if (family === "unreachable") return new UnreachableError(facts)
  if (family === "credentials") return new CredentialsError(facts)
  if (family === "in-doubt") return new InDoubtError(facts)
  return new RefusedError({ ...facts, serviceError: failure.serviceError ?? null })
}

function describe(call: FailedCall, failure: Failure, outcome: FinancingOutcome): string {
  const details = [
    failure.httpStatus ? `HTTP ${failure.httpStatus}` : null,
    failure.serviceError ? `"${failure.serviceError}"` : null,
    failure.detail ?? null,
  ].filter((detail) => detail !== null)
  const evidence = details.length > 0 ? ` (${details.join(", ")})` : ""
  const advice =
    outcome === "in-doubt" && call.changes
      ? " It may have taken effect: read the application's status before doing it again."
      : ""
  return `${call.operation}: ${EXPLANATIONS[failure.code].sentence}${evidence}.${advice}`
}

import { randomUUID } from "node:crypto"
import type { z } from "@medusajs/framework/zod"
import {
  CredentialsError,
  type FinancingError,
  type FinancingErrorCode,
  type FinancingErrorFacts,
  type FinancingOutcome,
  InDoubtError,
  InvalidRequestError,
  RefusedError,
  UnreachableError,
} from "./errors"
import { EXPLANATIONS, SHOPPER_SENTENCES } from "./explanations"

type Issue = z.core.$ZodIssue

const SHOWN = 5

/**
 * Describes a schema's errors: the path of each field and the rule it breaks, never the value, e.g. `items[0].price:
 * must have at most two decimals`.
 */
export function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.flatMap(describeIssue)
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : []
  return [...lines.slice(0, SHOWN), ...more].join("; ")
}

function describeIssue(issue: Issue): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${pathOf([...issue.path, key])}: is not a field here`)
  }
  return [`${pathOf(issue.path)}: ${issue.message}`]
}

function pathOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "(whole value)"
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`
    return text === "" ? String(part) : `${text}.${String(part)}`
  }, "")
}

/** Codes after which a call that is safe to repeat may succeed. */
const REPEATABLE_CODES: ReadonlySet<FinancingErrorCode> = new Set<FinancingErrorCode>([
  "unreachable",
  "connect_timeout",
  "rate_limited",
  "connection_broken",
  "server_error",
  "request_timeout",
  "unreadable_answer",
])

/** The facts of a call that every error contains. */
export interface FailedCall {
  operation: string
  /** True when the call may change something at the service. */
  changes: boolean
  correlationId: string
}

export interface Failure {
  code: FinancingErrorCode
  httpStatus?: number | null
  /** Names of fields, a socket's error code or a fixed word; never a value. */
  detail?: string
  serviceError?: string | null
  /** Set where the code leaves it open (`wrong_credentials` after a call that may have run). */
  outcome?: FinancingOutcome
}

export function mayRepeat(error: FinancingError): boolean {
  return REPEATABLE_CODES.has(error.code)
}

/** Converts every failure into the error that callers see. */
export function toError(call: FailedCall, failure: Failure): FinancingError {
  const { family } = EXPLANATIONS[failure.code]
  const outcome = failure.outcome ?? (family === "in-doubt" ? "in-doubt" : "did-not-happen")
  const refused = isAboutDetails(call, failure) ? "refused-details" : family
  const shopperKey = outcome === "in-doubt" ? (call.changes ? outcome : "in-doubt-read") : refused
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

/** Builds the error of a client that cannot be created. */
export function toOptionsError(detail: string): FinancingError {
  const call = { operation: "createFinancingClient", changes: false, correlationId: randomUUID() }
  return toError(call, { code: "invalid_options", detail })
}

/** Whether the service rejected the customer's or cart's data. */
function isAboutDetails({ operation }: FailedCall, { code, httpStatus }: Failure): boolean {
  const isJudged = httpStatus === 400 || httpStatus === 422
  return code === "refused" && isJudged && operation.startsWith("create")
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
      : isAboutDetails(call, failure)
        ? " Check the customer's name, e-mail, phone and address, and what is bought."
        : ""
  return `${call.operation}: ${EXPLANATIONS[failure.code].sentence}${evidence}.${advice}`
}

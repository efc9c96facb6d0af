/**
 * What the caller may conclude. `did-not-happen`: the service changed nothing. `in-doubt`: it may
 * have; read the status before anything else. For a call that only reads, `in-doubt` merely means
 * that there is no answer.
 */
export type FinancingOutcome = "did-not-happen" | "in-doubt"

/** Stable: shops and logs may match on it. Each code belongs to one class, see explanations.ts. */
export type FinancingErrorCode =
  | "invalid_options"
  | "invalid_request"
  | "client_closed"
  | "unreachable"
  | "connect_timeout"
  | "deadline_before_sending"
  | "aborted_before_sending"
  | "token_unavailable"
  | "wrong_credentials"
  | "refused"
  | "rate_limited"
  | "timed_out"
  | "aborted"
  | "connection_broken"
  | "server_error"
  | "request_timeout"
  | "redirected"
  | "unexpected_status"
  | "unreadable_answer"
  | "answer_too_large"
  | "repeat_failed"

export interface FinancingErrorFacts {
  code: FinancingErrorCode
  outcome: FinancingOutcome
  /** The client's method, e.g. `settle`. */
  operation: string
  /** `null` when no answer arrived. */
  httpStatus: number | null
  correlationId: string
  /** For the merchant: what happened, in which call or field, what to do. */
  message: string
  /** A sentence fit for a shopper: no codes, no names of systems. */
  shopperMessage: string
}

/**
 * Base of every error of this client. It never holds a token, a credential, a body, a query or
 * a personal datum, and never a `cause`: parsers and sockets quote what they read.
 */
export class FinancingError extends Error {
  override readonly name: string = "FinancingError"
  readonly code: FinancingErrorCode
  readonly outcome: FinancingOutcome
  readonly operation: string
  readonly httpStatus: number | null
  readonly correlationId: string
  readonly shopperMessage: string

  constructor(facts: FinancingErrorFacts) {
    super(facts.message)
    this.code = facts.code
    this.outcome = facts.outcome
    this.operation = facts.operation
    this.httpStatus = facts.httpStatus
    this.correlationId = facts.correlationId
    this.shopperMessage = facts.shopperMessage
  }
}

/** Correct the named option or field; nothing was sent. */
export class InvalidRequestError extends FinancingError {
  override readonly name = "InvalidRequestError"
}

/** Try later; the request never left. */
export class UnreachableError extends FinancingError {
  override readonly name = "UnreachableError"
}

/** Correct the credentials or the environment. Read `outcome`: see the code `wrong_credentials`. */
export class CredentialsError extends FinancingError {
  override readonly name = "CredentialsError"
}

/** The service said no with a 4xx: nothing was changed, and repeating it unchanged is useless. */
export class RefusedError extends FinancingError {
  override readonly name = "RefusedError"
  /** The service's own `error` word (e.g. "Conflict"), when it sent one fit to show. */
  readonly serviceError: string | null

  constructor(facts: FinancingErrorFacts & { serviceError: string | null }) {
    super(facts)
    this.serviceError = facts.serviceError
  }
}

/** Check before acting again: it may have happened. */
export class InDoubtError extends FinancingError {
  override readonly name = "InDoubtError"
}

import type { EXPLANATIONS } from "./explanations"

/**
 * The effect of a failed call. `did-not-happen`: the service changed nothing. `in-doubt`: it may have changed
 * something, so read the status first. For a call that only reads, `in-doubt` means that there is no answer.
 */
export type FinancingOutcome = "did-not-happen" | "in-doubt"

/** Stable codes for shops and logs. Each belongs to one class. */
export type FinancingErrorCode = keyof typeof EXPLANATIONS

/** `message` is for the merchant: what happened, in which call or field, and what to do. */
export type FinancingErrorFacts = Omit<FinancingError, keyof Error> & { message: string }

/**
 * Base of the client's errors. Never contains a token, credential, body, query, personal data or `cause`, because
 * parsers and sockets quote what they read.
 */
export class FinancingError extends Error {
  override readonly name: string = "FinancingError"
  readonly code: FinancingErrorCode
  readonly outcome: FinancingOutcome
  /** The client's method, e.g. `settle`. */
  readonly operation: string
  /** `null` without an answer. */
  readonly httpStatus: number | null
  readonly correlationId: string
  /** For the shopper: no codes, no names of systems. */
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

/** Try later; the request was not sent. */
export class UnreachableError extends FinancingError {
  override readonly name = "UnreachableError"
}

/** Correct the credentials or the environment. Read `outcome`: see the code `wrong_credentials`. */
export class CredentialsError extends FinancingError {
  override readonly name = "CredentialsError"
}

/** The service refused with a 4xx: nothing was changed, and an unchanged repeat is useless. */
export class RefusedError extends FinancingError {
  override readonly name = "RefusedError"
  /** The service's own `error` word (e.g. "Conflict"), if it may be shown. */
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

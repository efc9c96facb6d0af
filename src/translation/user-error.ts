import { MedusaError } from "@medusajs/framework/utils"

/** Identifies these errors across copies of this file, like MedusaError's own mark. */
const MARK = Symbol.for("medusa-payment-consumer-financing.user-error")

type UserErrorType = "INVALID_DATA" | "PAYMENT_AUTHORIZATION_ERROR" | "PAYMENT_REQUIRES_MORE_ERROR"

/**
 * An error whose text is written for its reader. INVALID_DATA (400) is shown everywhere; during a cart's completion
 * the two payment errors are, with a 200.
 * Marked, because Medusa wraps database errors in the same types.
 */
export class UserFacingError extends MedusaError {
  readonly [MARK] = true
  #cause: unknown

  constructor(text: string, type: UserErrorType = "INVALID_DATA") {
    super(MedusaError.Types[type], text)
  }

  /** Stores the original error for the log. */
  withCause(error: unknown): this {
    this.#cause = error
    return this
  }

  /** The original error; undefined where the message says everything. */
  getCause(): unknown {
    return this.#cause
  }
}

/** A call that was refused before it was sent: it did not happen. */
export class NotSent extends UserFacingError {}

export function userError(text: string, type?: UserErrorType): UserFacingError {
  return new UserFacingError(text, type)
}

/** Whether the error's text is written for its reader. */
export function isUserFacing(error: unknown): error is MedusaError {
  return error instanceof Error && MARK in error
}

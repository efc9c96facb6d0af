import { MedusaError } from "@medusajs/framework/utils"

/** Tells our errors from others across copies of this file, as MedusaErrors are told by theirs. */
const MARK = Symbol.for("medusa-payment-consumer-financing.sentence")

type SentenceType = "INVALID_DATA" | "PAYMENT_AUTHORIZATION_ERROR" | "PAYMENT_REQUIRES_MORE_ERROR"

/**
 * An error whose text was written for the person who reads it. INVALID_DATA (400) reaches people
 * everywhere; while a cart is being completed the two payment errors do, with a 200.
 * Marked as ours, because Medusa wraps what a database says in the same types.
 */
export class UserFacingError extends MedusaError {
  readonly [MARK] = true
  #cause: unknown

  constructor(text: string, type: SentenceType = "INVALID_DATA") {
    super(MedusaError.Types[type], text)
  }

  /** Keeps, for the log, the error in whose place people read this sentence; nothing prints it from here. */
  because(error: unknown): this {
    this.#cause = error
    return this
  }

  /** Undefined where the sentence itself is all there is to know. */
  insteadOf(): unknown {
    return this.#cause
  }
}

/** A call that was refused before anything was sent: it did not happen. */
export class NotSent extends UserFacingError {}

export function sentence(text: string, type?: SentenceType): UserFacingError {
  return new UserFacingError(text, type)
}

/** Whether the error's text is one of ours. */
export function isUserFacing(error: unknown): error is MedusaError {
  return error instanceof Error && MARK in error
}

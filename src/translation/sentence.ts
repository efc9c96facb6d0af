import { MedusaError } from "@medusajs/framework/utils"

/** Tells our errors from others across copies of this file, as MedusaErrors are told by theirs. */
const MARK = Symbol.for("medusa-payment-consumer-financing.sentence")

type SentenceType = "INVALID_DATA" | "PAYMENT_AUTHORIZATION_ERROR" | "PAYMENT_REQUIRES_MORE_ERROR"

/**
 * An error whose text was written for the person who reads it. INVALID_DATA (400) reaches people
 * everywhere; while a cart is being completed the two payment errors do, with a 200.
 * Marked as ours, because Medusa wraps what a database says in the same types.
 */
export class Sentence extends MedusaError {
  readonly [MARK] = true

  constructor(text: string, type: SentenceType = "INVALID_DATA") {
    super(MedusaError.Types[type], text)
  }
}

export function sentence(text: string, type?: SentenceType): Sentence {
  return new Sentence(text, type)
}

/** Whether the error's text is one of ours. */
export function isSentence(error: unknown): error is MedusaError {
  return error instanceof Error && MARK in error
}

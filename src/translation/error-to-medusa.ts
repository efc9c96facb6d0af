import { MedusaError } from "@medusajs/framework/utils"
import { FinancingError } from "../financing-api"
import { isUserFacing, sentence } from "./sentence"

const SHOPPER_FALLBACK =
  "Financing is not available right now. Please try again or pay another way."
const MERCHANT_FALLBACK =
  "The financing operation failed inside the shop. The server's log has the details."

/**
 * Any error as one that a shopper may read: a sentence, never a code. INVALID_DATA, because
 * Medusa shows no other type's text outside of completing a cart. Sentences of ours
 * that are MedusaErrors already (a cart's problem, the payment errors) pass unchanged.
 */
export function toShopperError(error: unknown, fallback = SHOPPER_FALLBACK): MedusaError {
  if (error instanceof FinancingError) {
    return sentence(error.shopperMessage)
  }
  return isUserFacing(error) ? error : sentence(fallback).because(error)
}

/**
 * Any error as one that authorizes nothing: while a cart is being completed core goes on over any other
 * type's, and lets an order stand whose session waits for a decision.
 */
export function toAuthorizationError(error: unknown): MedusaError {
  const shown = toShopperError(error)
  return shown.type === MedusaError.Types.INVALID_DATA
    ? sentence(shown.message, "PAYMENT_AUTHORIZATION_ERROR")
    : shown
}

/**
 * Any error as one that a merchant may read in the admin: what happened, what to do, and in
 * brackets the stable code and the correlation id to look for in the log.
 */
export function toMerchantError(error: unknown, { isRead = false } = {}): MedusaError {
  if (error instanceof FinancingError) {
    // A status check changes nothing at the service, however its answer was lost.
    const isUnanswered = isRead && error.outcome === "in-doubt"
    const code = isUnanswered ? "unreachable" : error.code
    return sentence(`${error.message} [${code}, ${error.correlationId}]`)
  }
  return isUserFacing(error) ? error : sentence(MERCHANT_FALLBACK).because(error)
}

/** Errors that were written to be read by people; others quote what they were given. */
const TOLD: ReadonlySet<string> = new Set([
  MedusaError.Types.INVALID_DATA,
  MedusaError.Types.NOT_ALLOWED,
  MedusaError.Types.NOT_FOUND,
  MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
  MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
])

const LONGEST = 200

type Thrown = { name?: unknown; type?: unknown; message?: unknown }

/**
 * Why a workflow failed, fit for the timeline and for events. Workflows hand errors on as plain
 * objects, so it goes by their fields.
 */
export function reasonOf(error: unknown): string {
  const { name, type, message }: Thrown = typeof error === "object" && error !== null ? error : {}
  const isTold = typeof type === "string" && TOLD.has(type) && typeof message === "string"
  return isTold
    ? message.slice(0, LONGEST)
    : typeof name === "string"
      ? name
      : "an unforeseen error"
}

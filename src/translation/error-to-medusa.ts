import { MedusaError } from "@medusajs/framework/utils"
import { MERCHANT_ERRORS } from "../domain/merchant-errors"
import { FinancingError, UnreachableError } from "../financing-api"
import { isUserFacing, userError } from "./user-error"

const SHOPPER_FALLBACK =
  "Financing is not available right now. Please try again or pay another way."
const MERCHANT_FALLBACK =
  "The financing operation failed inside the shop. The server's log has the details."

/**
 * Converts any error into a sentence for shoppers, without codes. Uses INVALID_DATA, the only type whose text Medusa
 * shows outside of cart completion. Messages that are MedusaErrors already (cart problems, payment errors) pass
 * unchanged.
 */
export function toShopperError(error: unknown): MedusaError {
  if (error instanceof FinancingError) {
    return userError(error.shopperMessage)
  }
  return isUserFacing(error) ? error : userError(SHOPPER_FALLBACK).withCause(error)
}

/**
 * Converts any error into one that prevents the authorization: during a cart's completion core ignores other types,
 * and keeps an order whose session awaits a decision.
 */
export function toAuthorizationError(error: unknown): MedusaError {
  const shown = toShopperError(error)
  return shown.type === MedusaError.Types.INVALID_DATA
    ? userError(shown.message, "PAYMENT_AUTHORIZATION_ERROR")
    : shown
}

/**
 * Converts any error into a message for merchants: what happened, what to do, and in brackets the stable code and
 * the correlation id of the log. A failed status check has neither: nothing was sent.
 */
export function toMerchantError(error: unknown, { isRead = false } = {}): MedusaError {
  if (error instanceof FinancingError) {
    // A status check changes nothing at the service, even if its answer was lost.
    const isUnanswered = error.outcome === "in-doubt" || error instanceof UnreachableError
    return isRead && isUnanswered
      ? userError(MERCHANT_ERRORS.unreachable)
      : userError(`${error.message} [${error.code}, ${error.correlationId}]`)
  }
  return isUserFacing(error) ? error : userError(MERCHANT_FALLBACK).withCause(error)
}

/** Errors whose messages are written for people; others may quote their input. */
const READABLE: ReadonlySet<string> = new Set([
  MedusaError.Types.INVALID_DATA,
  MedusaError.Types.NOT_ALLOWED,
  MedusaError.Types.NOT_FOUND,
  MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
  MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
])

const LONGEST = 200

type Thrown = { name?: unknown; type?: unknown; message?: unknown }

/**
 * Returns the reason of a failed workflow for the timeline and events. Reads the error's fields, because workflows
 * rethrow errors as plain objects.
 */
export function describeReason(error: unknown): string {
  const { name, type, message }: Thrown = typeof error === "object" && error !== null ? error : {}
  const isReadable = typeof type === "string" && READABLE.has(type) && typeof message === "string"
  return isReadable
    ? message.slice(0, LONGEST)
    : typeof name === "string"
      ? name
      : "an unforeseen error"
}

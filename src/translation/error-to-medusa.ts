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
export function toMerchantError(error: unknown, fallback = MERCHANT_FALLBACK): MedusaError {
  if (error instanceof FinancingError) {
    return sentence(`${error.message} [${error.code}, ${error.correlationId}]`)
  }
  return isUserFacing(error) ? error : sentence(fallback).because(error)
}

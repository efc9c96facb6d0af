import { toMerchantError } from "../../../translation/error-to-medusa"
import type { Context } from "../context"
import type { Aggregate } from "../store/aggregate"
import { type StatusCheck, checkStatus } from "./check-status"
import { type UserFacingError, sentence } from "../../../translation/sentence"

/** A sentence for the merchant about something that was not done. 400: the text reaches the admin. */
export function refusal(text: string): UserFacingError {
  return sentence(text)
}

export function inDoubt(what: string): UserFacingError {
  return refusal(
    `It is not known whether the earlier ${what} reached the financing service. Nothing was sent now: the plugin keeps looking at the service and lists the application until this is clear.`
  )
}

/**
 * The status check right before money moves, of an application that was just read: where it fails, nothing is sent.
 * Throws MedusaError INVALID_DATA with a sentence.
 */
export async function checkStatusOrRefuse(
  context: Context,
  { application, currentToken }: Aggregate
): Promise<StatusCheck> {
  try {
    const token = currentToken ? { currentToken: currentToken.token } : {}
    return await checkStatus(context, application, token)
  } catch (error) {
    throw toMerchantError(error)
  }
}

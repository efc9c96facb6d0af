import type { MedusaError } from "@medusajs/framework/utils"
import { FinancingError } from "../../../financing-api"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { UserFacingError } from "../../../translation/sentence"
import { refusal } from "./refusal"

/** For the merchant, who would otherwise enter it again. */
const RECORDED_BY_ITSELF =
  "It is recorded here automatically once it is known to have happened: do not enter it again."

const DENIED =
  "The financing service refused this refund, and yet does not show the financing as it was: it is not known whether the refund happened."

/** What the merchant reads when a refund's call failed, or nobody knows how it ended. */
export function refundFailed(error: unknown, { isInDoubt }: { isInDoubt: boolean }): MedusaError {
  const told = toMerchantError(error)
  if (!isInDoubt) {
    return told
  }
  const unexpected = told instanceof UserFacingError ? told.insteadOf() : undefined
  const isDenied = error instanceof FinancingError && error.outcome === "did-not-happen"
  return refusal(`${isDenied ? DENIED : told.message} ${RECORDED_BY_ITSELF}`).because(unexpected)
}

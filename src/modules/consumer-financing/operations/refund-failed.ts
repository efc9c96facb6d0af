import type { MedusaError } from "@medusajs/framework/utils"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { refusal } from "./refusal"

/** For the merchant, who would otherwise enter it again. */
const RECORDED_BY_ITSELF =
  "It is recorded here by itself once it is known to have happened: do not enter it again."

/** What the merchant reads when a refund's call failed, or nobody knows how it ended. */
export function refundFailed(error: unknown, { isInDoubt }: { isInDoubt: boolean }): MedusaError {
  const told = toMerchantError(error)
  return isInDoubt ? refusal(`${told.message} ${RECORDED_BY_ITSELF}`) : told
}

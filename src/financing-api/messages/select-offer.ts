import { z } from "@medusajs/framework/zod"
import { customerUrl, optionalId, optionalText } from "./answer-fields"
import { applicationToken } from "./fields"

/** Input of endpoint 5, "Select offer": a GET that writes. */
export const selectOfferInput = z.strictObject({
  applicationToken,
  offerId: z.int().min(0),
})

/** Answer of endpoint 5. Its `accessToken` is not ours to keep and is dropped. */
export const selectOfferAnswer = z.object({
  offerId: optionalId,
  contractUrl: customerUrl,
  offerType: optionalText,
})

export type SelectOfferInput = z.input<typeof selectOfferInput>
export type SelectedOffer = z.output<typeof selectOfferAnswer>

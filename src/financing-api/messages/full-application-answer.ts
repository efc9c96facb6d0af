import { z } from "@medusajs/framework/zod"
import {
  noToken,
  optionalAmount,
  optionalCustomerUrl,
  optionalText,
  wholeNumber,
} from "./answer-fields"
import { UNREADABLE } from "../take-notes"
import { applicationToken } from "./fields"

/** One offer (section "Offer"). Terms in months, payments in dollars a month. */
export const offer = z.object({
  id: wholeNumber,
  overallTerm: optionalAmount,
  leaseTerm: optionalAmount,
  loanTerm: optionalAmount,
  loanRate: optionalAmount,
  residualPercent: optionalAmount,
  moneyFactor: optionalAmount,
  offerType: optionalText,
  leasePayment: optionalAmount,
  loanPayment: optionalAmount,
  residualPayment: optionalAmount,
  contractUrl: optionalCustomerUrl,
})

export type Offer = z.output<typeof offer>

/** An offer that does not fit is left out alone, and noted. */
const offers = z
  .array(offer.catch(UNREADABLE as never))
  .nullish()
  .transform((list) => list ?? [])
  .catch([UNREADABLE as never])

export interface Underwriting {
  orderId: string | null
  loanAmount: number | null
  /** The service's status code, as it came. */
  status: string | null
}

/** A declined customer is `created` too, without offers; `refused` means no application at all. */
export type FullApplication =
  | ({ outcome: "created"; token: string; offers: Offer[] } & Underwriting)
  | ({ outcome: "refused"; url: string | null } & Underwriting)

const fields = {
  orderId: optionalText,
  loanAmount: optionalAmount,
  status: optionalText,
}

const created = z
  .object({
    ...fields,
    applicationToken,
    offers,
  })
  .transform(({ applicationToken: token, ...rest }): FullApplication => ({
    outcome: "created",
    token,
    ...rest,
  }))

const refused = z
  .object({ ...fields, applicationToken: noToken, url: optionalCustomerUrl })
  .refine(({ applicationToken, url }) => applicationToken === null || typeof url === "string")
  .transform(({ applicationToken: _none, ...rest }): FullApplication => ({
    outcome: "refused",
    ...rest,
  }))

/**
 * Answer of endpoint 4. A token that can be read is the application, whatever else cannot: offers that
 * nobody can read are none, and an unknown amount or code is for a status check to tell.
 */
export const fullApplicationAnswer = z.union(
  [created, refused],
  "needs an `applicationToken`, or a `url` without one"
)

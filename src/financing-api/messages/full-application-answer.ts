import { z } from "@medusajs/framework/zod"
import { amount, optionalAmount, optionalCustomerUrl, optionalText } from "./answer-fields"
import { applicationToken } from "./fields"

/** One offer (section "Offer"). Terms in months, payments in dollars a month. */
export const offer = z.object({
  id: amount,
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

export interface Underwriting {
  orderId: string | null
  loanAmount: number | null
  /** The service's status code, as it came. */
  status: string | null
}

/** A declined customer is `created` too, without offers; `refused` means no application at all. */
export type FullApplication =
  | ({ outcome: "created"; token: string; offers: Offer[] } & Underwriting)
  | ({ outcome: "refused" } & Underwriting)

const fields = {
  orderId: optionalText,
  loanAmount: optionalAmount,
  status: optionalText,
}

const created = z
  .object({
    ...fields,
    applicationToken,
    offers: z
      .array(offer)
      .nullish()
      .transform((offers) => offers ?? []),
  })
  .transform(({ applicationToken: token, ...rest }): FullApplication => ({
    outcome: "created",
    token,
    ...rest,
  }))

const refused = z
  .object({ ...fields, applicationToken: z.null() })
  .transform(({ applicationToken: _none, ...rest }): FullApplication => ({
    outcome: "refused",
    ...rest,
  }))

/** Answer of endpoint 4. */
export const fullApplicationAnswer = z.union(
  [created, refused],
  "needs `applicationToken` and readable offers"
)

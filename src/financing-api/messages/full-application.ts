import { z } from "@medusajs/framework/zod"
import {
  applicationToken,
  cartItem,
  count,
  date,
  dollars,
  email,
  requiredText,
  stateCode,
  text,
  usPhone,
  webUrl,
  zipDigits,
} from "./fields"
import {
  customerUrl,
  noToken,
  optionalAmount,
  optionalCustomerUrl,
  optionalId,
  optionalText,
  UNREADABLE,
  wholeNumber,
} from "./answer-fields"

const personalInfo = z.strictObject({
  ssn: z.string().regex(/^(\d{9}|\d{3}-\d{2}-\d{4})$/, "must be a full SSN"),
  dob: date,
  firstName: requiredText,
  lastName: requiredText,
  cellPhone: usPhone,
  email,
  homePhone: text.optional(),
  idNumber: text.optional(),
  idState: stateCode.optional(),
  idIssueDate: date.optional(),
  idExpirationDate: date.optional(),
})

const employmentInfo = z
  .strictObject({
    payCycle: z.enum(["WEEKLY", "BIWEEKLY", "TWICE_PER_MONTH", "MONTHLY"]),
    nextPayDate: date,
    previousPayDate: date.optional(),
    monthlyIncome: count.optional(),
    employerName: text.optional(),
    employerPhoneNumber: text.optional(),
    employerMonths: count.optional(),
    employerYears: count.optional(),
    selfEmployed: z.boolean().optional(),
    occupation: text.optional(),
    otherIncome: dollars.optional(),
    otherIncomeDesc: text.optional(),
  })
  .refine((info) => info.payCycle !== "TWICE_PER_MONTH" || info.previousPayDate !== undefined, {
    path: ["previousPayDate"],
    message: "is required when payCycle is TWICE_PER_MONTH",
  })

const residenceInfo = z.strictObject({
  streetName: requiredText,
  city: requiredText,
  state: stateCode,
  zip: zipDigits,
  rentOrOwn: z.enum(["Rent", "Own", "Other"]).optional(),
  residenceAmount: dollars.optional(),
  residenceMonths: count.optional(),
  residenceYears: count.optional(),
})

/**
 * Body of endpoint 4, "Create full application". Contains a full SSN: keep it in memory for the one call only.
 * Amounts in dollars, dates YYYY-MM-DD.
 */
export const fullApplicationBody = z.strictObject({
  orderId: requiredText,
  notifyUrl: webUrl,
  loanAmount: dollars,
  shipping: dollars.optional(),
  taxes: dollars.optional(),
  discount: dollars.optional(),
  personalInfo,
  employmentInfo: employmentInfo.optional(),
  residenceInfo,
  items: z.array(cartItem).optional(),
})

export type FullApplicationBody = z.input<typeof fullApplicationBody>

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

/** An invalid offer is dropped and recorded; the others are kept. */
const offers = z
  .array(offer.catch(UNREADABLE as never))
  .nullish()
  .transform((list) => list ?? [])
  .catch([UNREADABLE as never])

/** `status` is the service's code, as it came. */
const fields = { orderId: optionalText, loanAmount: optionalAmount, status: optionalText }

const created = z
  .object({ ...fields, applicationToken, offers })
  .transform(({ applicationToken: token, ...rest }) => ({
    outcome: "created" as const,
    token,
    ...rest,
  }))

const refused = z
  .object({ ...fields, applicationToken: noToken, url: optionalCustomerUrl })
  .refine(({ applicationToken, url }) => applicationToken === null || typeof url === "string")
  .transform(({ applicationToken: _none, ...rest }) => ({ outcome: "refused" as const, ...rest }))

/**
 * Answer of endpoint 4. A readable token means an application, whatever else is unreadable: invalid offers are
 * dropped, and a status check reads an unknown amount or code.
 */
export const fullApplicationAnswer = z.union(
  [created, refused],
  "needs an `applicationToken`, or a `url` without one"
)

/** A declined customer is `created` too, without offers; `refused` means no application at all. */
export type FullApplication = z.output<typeof fullApplicationAnswer>

/** Input of endpoint 5, "Select offer": a GET that writes. */
export const selectOfferInput = z.strictObject({
  applicationToken,
  offerId: z.int().min(0),
})

/** Answer of endpoint 5. Drops its `accessToken`, which must not be stored. */
export const selectOfferAnswer = z.object({
  offerId: optionalId,
  contractUrl: customerUrl,
  offerType: optionalText,
})

export type SelectedOffer = z.output<typeof selectOfferAnswer>

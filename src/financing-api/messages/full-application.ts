import { z } from "@medusajs/framework/zod"
import { cartItem } from "./cart-item"
import {
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
 * Body of endpoint 4, "Create full application". It holds a full SSN: keep it in memory for the
 * one call only. Amounts in dollars, dates YYYY-MM-DD.
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

import { z } from "@medusajs/framework/zod"
import * as field from "./field-schemas"

const usState = z.string().regex(/^[A-Za-z]{2}$/, "must be 2 letters")
const wholeNumber = z.number().int("must be a whole number").nonnegative("must not be negative")

const personalInfo = z.strictObject({
  ssn: z.string().regex(/^(\d{9}|\d{3}-\d{2}-\d{4})$/, "must be a full SSN of nine digits"),
  dob: field.isoDate,
  firstName: field.text,
  lastName: field.text,
  cellPhone: field.usPhone,
  email: field.email,
  homePhone: z.string().optional(),
  idNumber: z.string().optional(),
  idState: usState.optional(),
  idIssueDate: field.isoDate.optional(),
  idExpirationDate: field.isoDate.optional(),
})

const employmentInfo = z
  .strictObject({
    payCycle: z.enum(
      ["WEEKLY", "BIWEEKLY", "TWICE_PER_MONTH", "MONTHLY"],
      "must be WEEKLY, BIWEEKLY, TWICE_PER_MONTH or MONTHLY"
    ),
    nextPayDate: field.isoDate,
    previousPayDate: field.isoDate.optional(),
    monthlyIncome: wholeNumber.optional(),
    employerName: z.string().optional(),
    employerPhoneNumber: z.string().optional(),
    employerMonths: wholeNumber.optional(),
    employerYears: wholeNumber.optional(),
    selfEmployed: z.boolean().optional(),
    occupation: z.string().optional(),
    otherIncome: z.number().optional(),
    otherIncomeDesc: z.string().optional(),
  })
  .refine((job) => job.payCycle !== "TWICE_PER_MONTH" || job.previousPayDate !== undefined, {
    path: ["previousPayDate"],
    message: "is required when payCycle is TWICE_PER_MONTH",
  })

const residenceInfo = z.strictObject({
  streetName: field.text,
  city: field.text,
  state: usState,
  zip: z.string().regex(/^\d{5}$/, "must be 5 digits"),
  rentOrOwn: z.enum(["Rent", "Own", "Other"], "must be Rent, Own or Other").optional(),
  residenceAmount: z.number().optional(),
  residenceMonths: wholeNumber.optional(),
  residenceYears: wholeNumber.optional(),
})

/** Request body of endpoint 4. */
export const fullApplicationBody = z.strictObject({
  orderId: field.text,
  notifyUrl: field.webUrl,
  loanAmount: field.loanAmount,
  shipping: field.amount.optional(),
  taxes: field.amount.optional(),
  discount: field.amount.optional(),
  personalInfo,
  employmentInfo: employmentInfo.optional(),
  residenceInfo,
  items: field.cartItems.optional(),
})

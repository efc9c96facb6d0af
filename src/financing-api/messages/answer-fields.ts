import { z } from "@medusajs/framework/zod"
import { applicationToken, isWebUrl } from "./fields"

// Fields that we receive: tolerant. What is missing, `null` or empty becomes `null`; a number may
// arrive as a numeric string. What is of another kind altogether makes the answer unreadable.

export const optionalText = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === "" ? null : value))

const numericText = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,10})?$/, "must be a number")
  .transform(Number)

export const amount = z.union([z.number(), numericText], "must be a number")

export const optionalAmount = z
  .union([amount, z.literal("").transform(() => null)], "must be a number")
  .nullish()
  .transform((value) => value ?? null)

export const optionalFlag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
  .nullish()
  .transform((value) => value ?? null)

/** A token that later calls can use, or nothing. */
export const optionalToken = z
  .union([applicationToken, z.literal("").transform(() => null)])
  .nullish()
  .transform((value) => value ?? null)

/** Where the customer is sent: http or https, so that a `javascript:` never reaches a page. */
export const customerUrl = z.string().refine(isWebUrl, "must be a http or https URL")

/** The same where it only explains: a link that may not be shown is no link. */
export const optionalCustomerUrl = z
  .string()
  .nullish()
  .transform((value) => (typeof value === "string" && isWebUrl(value) ? value : null))

/** An id that is a number in one sample and a string in another. */
export const idText = z.union([z.string().min(1), z.number().transform(String)])

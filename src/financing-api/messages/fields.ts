import { z } from "@medusajs/framework/zod"
import { isCalendarDate } from "../../domain/calendar-date"
import { isEmailAddress } from "../../domain/email-address"

// Fields of requests, exact. Sections "Endpoints" and "Limits" of the interface. Messages name the rule and never
// quote the value.

const MAX_DOLLARS = 999_999_999.99

/** Dollars with at most two decimals, not negative. */
export const dollars = z
  .number()
  .min(0, "must not be negative")
  .max(MAX_DOLLARS, "is too large")
  .refine((value) => Number(value.toFixed(2)) === value, "must have at most two decimals")

export const text = z.string()
export const requiredText = z.string().min(1, "must not be empty")
export const email = z.string().refine(isEmailAddress, "must be a valid e-mail address")
export const zip = z.string().regex(/^.{5}$/u, "must be exactly 5 characters")
export const zipDigits = z.string().regex(/^\d{5}$/, "must be exactly 5 digits")
export const state = z.string().regex(/^.{2}$/u, "must be exactly 2 characters")
export const stateCode = z.string().regex(/^[A-Za-z]{2}$/, "must be a 2-letter code")

/** A US number of ten digits; a leading 1 would be the country code. */
export const usPhone = z
  .string()
  .regex(/^[2-9]\d{9}$/, "must be a US number: ten digits, no country code")

export const webUrl = z.string().refine(isWebUrl, "must be a valid http or https URL")

export const date = z.string().refine(isCalendarDate, "must be a date written YYYY-MM-DD")

export const count = z.int().min(0, "must not be negative")

/** Maximum of a Postgres index, at up to four bytes per character. */
const LONGEST_TOKEN = 512

/**
 * An application token. Opaque (UUIDs and 32 hex digits were seen). Encoded in a path, so that a slash, `?` or `..`
 * cannot change it (E10). Refuses what cannot be transported: a lone surrogate has no encoding, Postgres stores no
 * NUL, and URL parsers remove a segment of `.` or `..`, encoded or not.
 */
export const applicationToken = z
  .string()
  .min(1, "must not be empty")
  .max(LONGEST_TOKEN, "is too long")
  .regex(/^[^\0\p{Surrogate}]*$/u, "must not hold a NUL or half a character")
  .regex(/^(?!\.{1,2}$)/, "must not be a step in a path")

export function isWebUrl(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /[\s\p{Cc}]/u.test(value)) return false
  return URL.canParse(value)
}

/**
 * One item of a cart (section "Cart item"). `price` is the price of one piece in dollars.
 * `category` and `total` are not in the table but appear on items in the samples.
 */
export const cartItem = z.strictObject({
  description: requiredText,
  quantity: z.number().positive("must be more than zero"),
  price: dollars,
  brand: text.optional(),
  model: text.optional(),
  sku: text.optional(),
  category: text.optional(),
  coupon: dollars.optional(),
  discount: dollars.optional(),
  sale_price: dollars.optional(),
  extended_list_price: dollars.optional(),
  extended_sale_price: dollars.optional(),
  list_price: dollars.optional(),
  total: dollars.optional(),
})

export type CartItem = z.input<typeof cartItem>

import { z } from "@medusajs/framework/zod"
import { hasWholeCents } from "../money"

/** Fields shared by several calls. Independent of the plugin's schemas on purpose. */
export const text = z.string().min(1, "must not be empty")

export const amount = z
  .number()
  .nonnegative("must not be negative")
  .refine(hasWholeCents, "must not have more than two decimals")

export const loanAmount = amount.refine((value) => value > 0, "must be more than 0")

/** Accepts RFC 6531 local parts such as `tom&jerry@` and `josé@`. */
export const email = z
  .string()
  .regex(
    /^[^\s\p{C}@"(),:;<>[\\\]]{1,64}@[\p{L}\p{N}.-]+\.[\p{L}\p{N}-]{2,}$/u,
    "must be a valid email address"
  )

export const webUrl = z
  .string()
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), "must be an http(s) URL")

export const usPhone = z
  .string()
  .regex(/^[2-9]\d{2}[2-9]\d{6}$/, "must be a US phone number, ten digits without country code")

export const zip5 = z.string().length(5, "must be exactly 5 characters")

export const state2 = z.string().length(2, "must be exactly 2 characters")

export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "must be YYYY-MM-DD")
  .refine(isCalendarDay, "must be a day of the calendar")

function isCalendarDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

export const cartItem = z.strictObject({
  description: text,
  quantity: z.number().positive("must be more than 0"),
  price: amount,
  brand: z.string().optional(),
  model: z.string().optional(),
  sku: z.string().optional(),
  coupon: z.number().optional(),
  discount: z.number().optional(),
  sale_price: z.number().optional(),
  extended_list_price: z.number().optional(),
  extended_sale_price: z.number().optional(),
  list_price: z.number().optional(),
  category: z.string().optional(),
  total: z.number().optional(),
})

export const cartItems = z.array(cartItem).min(1, "must hold at least one item")

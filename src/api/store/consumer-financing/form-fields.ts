import { z } from "@medusajs/framework/zod"
import { dayFrom, isCalendarDate } from "../../../domain/calendar-date"
import { cleanLine } from "../../../domain/clean-text"
import { parseUsPhone } from "../../../domain/us-phone"
import { parseUsState } from "../../../domain/us-state"

// Rules of the contract's tables for endpoint 4. Every message says the rule and never the value.

/** Nine digits. The area is not judged: services test with numbers that nobody was ever given. */
export const ssn = z
  .string()
  .regex(/^(\d{9}|\d{3}-\d{2}-\d{4})$/, "has to be nine digits, with or without dashes")
  .refine((text) => !/^\d{3}-?00|0000$/.test(text), "is not a number that is given to anybody")
  .transform((text) => text.replaceAll("-", ""))
  .meta({ description: "The full social security number." })

export const date = z
  .string()
  .refine(isCalendarDate, "has to be a day of the calendar, written YYYY-MM-DD")
  .meta({ format: "date" })

type Range = { from: string; to: string; rule: string }

/** A shopper's own day may be one off UTC's: the ranges leave room for that. */
const dateWithin = ({ from, to, rule }: Range) =>
  date.refine((text) => text >= from && text <= to, rule).meta({ format: "date" })

export const birthDate = (now: number) =>
  dateWithin({
    from: dayFrom(now, { years: -120 }),
    to: dayFrom(now, { years: -18, days: 1 }),
    rule: "has to be a day between 18 and 120 years ago",
  })

export const pastDate = (now: number, years: number) =>
  dateWithin({
    from: dayFrom(now, { years: -years }),
    to: dayFrom(now, { days: 1 }),
    rule: `has to be a day that is past, at most ${years === 1 ? "a year" : `${years} years`} ago`,
  })

export const comingDate = (now: number) =>
  dateWithin({
    from: dayFrom(now, { days: -1 }),
    to: dayFrom(now, { years: 1 }),
    rule: "has to be a day to come, within a year",
  })

/** One visible line. */
export const text = (longest: number) =>
  z
    .string()
    .max(longest, `has to have ${longest} characters or fewer`)
    .transform((value) => cleanLine(value, longest) || undefined)

export const usPhone = z
  .string()
  .refine((value) => parseUsPhone(value) !== null, "has to be a US phone number")
  .transform((value) => parseUsPhone(value) ?? "")

export const usState = z
  .string()
  .refine(
    (value) => /^[A-Za-z]{2}$/.test(value) && parseUsState(value) !== null,
    "has to be the two letters of a US state"
  )
  .transform((value) => value.toUpperCase())

export const zip = z.string().regex(/^\d{5}$/, "has to be five digits")

const LARGEST = 99_999_999
const WHOLE_DOLLARS = "has to be whole dollars: digits only, no commas, periods or dollar signs"

/** A number, or the same typed into a form. */
export const wholeDollars = z
  .union(
    [
      z.int(WHOLE_DOLLARS).min(0, WHOLE_DOLLARS).max(LARGEST, WHOLE_DOLLARS),
      z
        .string()
        .regex(/^\d{1,8}$/, WHOLE_DOLLARS)
        .transform(Number),
    ],
    WHOLE_DOLLARS
  )
  .meta({ description: "Whole dollars, as a number or as digits." })

export const dollars = z
  .number()
  .min(0, "must not be negative")
  .max(LARGEST, "is too large")
  .refine((value) => Number(value.toFixed(2)) === value, "must have at most two decimals")

export const count = z.int().min(0, "must not be negative").max(1200, "is too large")

/** Whether these fields of an object satisfy a schema: for rules that compare them with each other. */
export function isFine(schema: z.ZodType, value: unknown, ...names: string[]): boolean {
  if (typeof value !== "object" || value === null) return false
  return names.every((name) => schema.safeParse(Reflect.get(value, name)).success)
}

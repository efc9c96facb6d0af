import type { z as zod } from "zod"
import { dayFrom, isCalendarDate } from "./calendar-date"
import { cleanLine } from "./clean-text"
import { formWord } from "./form-words"
import { parseUsState } from "./us-state"

export type Zod = typeof zod

type Range = { from: string; to: string; rule: string }

const LARGEST = 99_999_999

/** Whether these fields of an object satisfy a schema, for rules that compare fields. */
export function isFine(schema: zod.ZodType, value: unknown, ...names: string[]): boolean {
  if (typeof value !== "object" || value === null) return false
  return names.every((name) => schema.safeParse(Reflect.get(value, name)).success)
}

/**
 * Builds the contract's rules for endpoint 4 on a given zod: the server's, or a storefront's own. Every message is a
 * code of form-words and never the value.
 * @param toPhone ten digits of a US phone number, or null for an invalid one
 */
export function formFields(z: Zod, toPhone: (text: string) => string | null) {
  /** Nine digits. Accepts every area, because services test with unassigned numbers. */
  const ssn = z
    .string()
    .regex(/^(\d{9}|\d{3}-\d{2}-\d{4})$/, formWord("ssn-digits"))
    .refine((text) => !/^\d{3}-?00|0000$/.test(text), formWord("ssn-never-given"))
    .transform((text) => text.replaceAll("-", ""))
    .meta({ description: "The full social security number." })

  const date = z.string().refine(isCalendarDate, formWord("calendar-day")).meta({ format: "date" })

  /** A shopper's local date may differ from UTC's by one day, which the ranges allow. */
  const dateWithin = ({ from, to, rule }: Range) =>
    date.refine((text) => text >= from && text <= to, rule).meta({ format: "date" })

  const wholeDollarsRule = formWord("whole-dollars")

  return {
    ssn,
    date,
    birthDate: (now: number) =>
      dateWithin({
        from: dayFrom(now, { years: -120 }),
        to: dayFrom(now, { years: -18, days: 1 }),
        rule: formWord("birth-date"),
      }),
    pastDate: (now: number, years: number) =>
      dateWithin({
        from: dayFrom(now, { years: -years }),
        to: dayFrom(now, { days: 1 }),
        rule: years === 1 ? formWord("past-day-year") : formWord("past-day-years", years),
      }),
    comingDate: (now: number) =>
      dateWithin({
        from: dayFrom(now, { days: -1 }),
        to: dayFrom(now, { years: 1 }),
        rule: formWord("coming-day"),
      }),
    /** One visible line. */
    text: (longest: number) =>
      z
        .string()
        .max(longest, formWord("too-long", longest))
        .transform((value) => cleanLine(value, longest) || undefined),
    usPhone: z
      .string()
      .refine((value) => toPhone(value) !== null, formWord("us-phone"))
      .transform((value) => toPhone(value) ?? ""),
    usState: z
      .string()
      .refine(
        (value) => /^[A-Za-z]{2}$/.test(value) && parseUsState(value) !== null,
        formWord("us-state")
      )
      .transform((value) => value.toUpperCase()),
    zip: z.string().regex(/^\d{5}$/, formWord("zip")),
    /** A number, or its text from a form. */
    wholeDollars: z
      .union(
        [
          z.int(wholeDollarsRule).min(0, wholeDollarsRule).max(LARGEST, wholeDollarsRule),
          z
            .string()
            .regex(/^\d{1,8}$/, wholeDollarsRule)
            .transform(Number),
        ],
        wholeDollarsRule
      )
      .meta({ description: "Whole dollars, as a number or as digits." }),
    dollars: z
      .number()
      .min(0, formWord("negative"))
      .max(LARGEST, formWord("too-large"))
      .refine((value) => Number(value.toFixed(2)) === value, formWord("two-decimals")),
    count: z.int().min(0, formWord("negative")).max(1200, formWord("too-large")),
  }
}

export type FormFields = ReturnType<typeof formFields>

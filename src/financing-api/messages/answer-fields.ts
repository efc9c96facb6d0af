import { z } from "@medusajs/framework/zod"
import { applicationToken, isWebUrl } from "./fields"

/** Stands for what is there and cannot be read, until its name is noted. */
export const UNREADABLE = Symbol("unreadable")

export interface Noted<T> {
  value: T
  /** Where something stood that could not be read, e.g. `offers[1].loanRate`; never what stood there. */
  unreadable: string[]
}

/** An answer as it is handed on: `null` for what could not be read, left out of a list, and named. */
export function takeNotes<T>(read: T): Noted<T> {
  const unreadable: string[] = []
  return { value: clean(read, "", unreadable) as T, unreadable }
}

function clean(read: unknown, path: string, unreadable: string[]): unknown {
  if (read === UNREADABLE) {
    unreadable.push(path)
    return null
  }
  if (Array.isArray(read)) {
    const entries: unknown[] = read
    return entries.flatMap((entry, index) => {
      const kept = clean(entry, `${path}[${index}]`, unreadable)
      return entry === UNREADABLE ? [] : [kept]
    })
  }
  if (typeof read !== "object" || read === null) return read
  const fields = Object.entries(read).map(([name, value]): [string, unknown] => [
    name,
    clean(value, path === "" ? name : `${path}.${name}`, unreadable),
  ])
  return Object.fromEntries(fields)
}

// Fields that we receive. What decides is read strictly: a code as it came, `ok` in any case, a token, an
// exact decimal, an offer's id and its contract's address. Of all else, what is missing, `null`, empty or
// of an odd type is `null`, and so is a code, a token or an amount that an answer may go without: null
// decides nothing.

/** `null` for what is missing or empty, and for what does not fit, which is noted. */
function orNull<T extends z.ZodType>(schema: T) {
  return z
    .union([z.literal("").transform(() => null), schema])
    .nullish()
    .transform((value) => value ?? null)
    .catch(UNREADABLE as never)
}

const numericText = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,10})?$/, "must be a number")
  .transform(Number)

/** A decimal number, or the same written as a text: `5000.00`, never `5,000.00`. */
export const amount = z.union([z.number(), numericText], "must be a number")

/** Counts from 0; a number, or the same written as a text. */
export const wholeNumber = z
  .union([z.number(), numericText])
  .refine((value) => Number.isSafeInteger(value) && value >= 0, "must be a whole number")

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])

/** Where the customer is sent: http or https, so that a `javascript:` never reaches a page. */
export const customerUrl = z.string().refine(isWebUrl, "must be a http or https URL")

/** `ok` in any case and nothing else; what varies is the message beside it, which is for people. */
export const okay = z.string().regex(/^ok$/i, "must be ok")

export const optionalText = orNull(z.string())
export const optionalAmount = orNull(amount)
export const optionalFlag = orNull(flag)
/** A token that later calls can use, or nothing. */
export const optionalToken = orNull(applicationToken)
/** A link that may not be shown is no link. */
export const optionalCustomerUrl = orNull(customerUrl)
/** An id that is a number in one sample and a string in another. */
export const optionalId = orNull(z.union([z.string(), z.number().transform(String)]))

/** Where a creation's token would stand, had there been one. */
export const noToken = z.literal("").nullish()

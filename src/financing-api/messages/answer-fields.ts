import { z } from "@medusajs/framework/zod"
import { applicationToken, isWebUrl } from "./fields"

/** Marks an unreadable value until its name is recorded. */
export const UNREADABLE = Symbol("unreadable")

export interface Noted<T> {
  value: T
  /** Names of unreadable fields, e.g. `offers[1].loanRate`; never their values. */
  unreadable: string[]
}

/** Returns an answer with unreadable values as `null`, or removed from lists, and their names. */
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

// Fields of answers. Decisive ones are read strictly: a code as it came, `ok` in any case, a token, an exact
// decimal, an offer's id and its contract's address. All others are `null` when missing, `null`, empty or of another
// type, and so is an optional code, token or amount: null decides nothing.

/** `null` for a missing, empty or invalid value; an invalid one is recorded. */
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

/** A decimal number, or its text: `5000.00`, never `5,000.00`. */
export const amount = z.union([z.number(), numericText], "must be a number")

/** An integer from 0, or its text. */
export const wholeNumber = z
  .union([z.number(), numericText])
  .refine((value) => Number.isSafeInteger(value) && value >= 0, "must be a whole number")

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])

/** Where the customer is sent: http or https, so that a `javascript:` URL never reaches a page. */
export const customerUrl = z.string().refine(isWebUrl, "must be a http or https URL")

/** `ok` in any case and nothing else; the variable message with it is for people. */
export const okay = z.string().regex(/^ok$/i, "must be ok")

export const optionalText = orNull(z.string())
export const optionalAmount = orNull(amount)
export const optionalFlag = orNull(flag)
/** A valid token for later calls, or null. */
export const optionalToken = orNull(applicationToken)
/** A link that may not be shown counts as missing. */
export const optionalCustomerUrl = orNull(customerUrl)
/** An id that is a number in one sample and a string in another. */
export const optionalId = orNull(z.union([z.string(), z.number().transform(String)]))

/** The empty token of a refused creation. */
export const noToken = z.literal("").nullish()

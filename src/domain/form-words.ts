/** Problems of a form's field; `{limit}` is replaced. */
export const FORM_WORDS = {
  missing: "is missing",
  kind: "has to be {limit}",
  "one-of": "has to be one of: {limit}",
  invalid: "is not valid",
  "ssn-digits": "has to be nine digits, with or without dashes",
  "ssn-never-given": "is not a number that is given to anybody",
  "calendar-day": "has to be a day of the calendar, written YYYY-MM-DD",
  "birth-date": "has to be a day between 18 and 120 years ago",
  "past-day-year": "has to be a day that is past, at most a year ago",
  "past-day-years": "has to be a day that is past, at most {limit} years ago",
  "coming-day": "has to be a day to come, within a year",
  "too-long": "has to have {limit} characters or fewer",
  "us-phone": "has to be a US phone number",
  "us-state": "has to be the two letters of a US state",
  zip: "has to be five digits",
  "whole-dollars": "has to be whole dollars: digits only, no commas, periods or dollar signs",
  negative: "must not be negative",
  "too-large": "is too large",
  "two-decimals": "must have at most two decimals",
  email: "has to be an e-mail address",
  "after-issued": "has to be after issued_on",
  "payday-needed": "is needed when pay_cycle is twice_per_month",
  "payday-needless": "belongs to pay_cycle twice_per_month only: leave it out",
} as const

export type FormCode = keyof typeof FORM_WORDS

/** Encodes a code and its limit as the message of a zod issue. */
export const formWord = (code: FormCode, limit?: number | string): string =>
  limit === undefined ? code : `${code}:${limit}`

export type ReadWord = { message: string; code?: FormCode; limit?: string }

/** Decodes a message into a sentence's end and its code; leaves other messages unchanged. */
export function readFormWord(message: string): ReadWord {
  const [, code = "", limit] = /^([a-z-]+)(?::(.*))?$/s.exec(message) ?? []
  if (!(code in FORM_WORDS)) return { message }
  const known = code as FormCode
  return {
    message: FORM_WORDS[known].replace("{limit}", limit ?? ""),
    code: known,
    ...(limit === undefined ? {} : { limit }),
  }
}

type Issue = {
  code?: string
  input?: unknown
  expected?: string
  values?: readonly unknown[]
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
}

/** Passed to zod for every issue without a message. */
export function wordIssue({ code, input, expected, values }: Issue): string {
  if (input === undefined) return formWord("missing")
  if (code === "invalid_type") return formWord("kind", KINDS[expected ?? ""] ?? "of another kind")
  if (code === "invalid_value") return formWord("one-of", (values ?? []).map(String).join(", "))
  return formWord("invalid")
}

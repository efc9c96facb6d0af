import { z } from "@medusajs/framework/zod"
import { mayBePlain } from "../domain/plain-http"
import { type Clock, systemClock } from "./deadline"
import { describeIssues, toOptionsError } from "./failure"
import type { FinancingError } from "./errors"
import type { Answer } from "./exchange"

/** The fields of a log line. */
export type LogFields = Record<string, string | number | null>

/** Receives log lines with the operation, HTTP status, milliseconds and correlation id. */
export interface FinancingLogger {
  debug(message: string, fields?: LogFields): void
  info(message: string): void
  warn(message: string, fields?: LogFields): void
  error(message: string): void
}

/** The result of a call; `error` is null after success. */
export interface EndedCall {
  operation: string
  error: FinancingError | null
  /** Milliseconds, repeats included. */
  ms: number
}

/** One answer of the service as it came, before it is read. It may hold tokens and personal data. */
export interface ReceivedAnswer {
  operation: string
  answer: Answer
}

const MAX_DEADLINE_MS = 600_000

type BaseUrl = { origin: string; prefix: string }

const baseUrlSchema = z.string().transform((text, context) => {
  const read = readBaseUrl(text)
  if (typeof read !== "string") return read
  context.addIssue({ code: "custom", message: read })
  return z.NEVER
})

/** Returns the URL, or a sentence that explains why it is invalid. */
function readBaseUrl(text: string): BaseUrl | string {
  if (!URL.canParse(text)) return "must be a URL"
  const url = new URL(text)
  if (url.username !== "" || url.password !== "") return "must not hold credentials"
  if (url.search !== "" || url.hash !== "") return "must not hold a query or a fragment"
  const isPlain = url.protocol === "http:" && mayBePlain(url, "staging")
  return url.protocol === "https:" || isPlain
    ? { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") }
    : "must begin with https:// (http:// is for localhost, and for test servers in a private network)"
}

const milliseconds = z.int().positive().max(MAX_DEADLINE_MS)

const deadlinesSchema = z.strictObject({
  /** Until the connection is established, TLS included. */
  connect: milliseconds.default(3_000),
  /** Calls that only read: endpoints 8, 9, 15. */
  read: milliseconds.default(10_000),
  /** Endpoint 1. */
  token: milliseconds.default(10_000),
  /** Calls that create or complete an application: endpoints 2 to 7. */
  create: milliseconds.default(20_000),
  /** Order management: endpoints 10 to 14. */
  money: milliseconds.default(30_000),
})

// Both are sent in a header or a form; the pattern excludes line breaks.
const signatureSchema = z.string().regex(/^[\x21-\x7e]+$/, "must be the API Signature as issued")

const optionsSchema = z.strictObject({
  baseUrl: baseUrlSchema,
  apiUsername: z.string().min(1, "must not be empty"),
  apiPassword: z.string().min(1, "must not be empty"),
  apiSignature: signatureSchema,
  deadlines: deadlinesSchema.prefault({}),
  logger: z.custom<FinancingLogger>(hasMethods("debug", "info", "warn", "error")).optional(),
  /** Receives each call's result, after all repeats. */
  onCall: z.custom<(call: EndedCall) => void>((value) => typeof value === "function").optional(),
  /** Receives every answer as it came, also those of repeats. For diagnosis: keep it out of logs. */
  onAnswer: z
    .custom<(received: ReceivedAnswer) => void>((value) => typeof value === "function")
    .optional(),
  clock: z.custom<Clock>(hasMethods("now", "sleep")).default(systemClock),
  random: z.custom<() => number>((value) => typeof value === "function").default(() => Math.random),
})

function hasMethods(...names: string[]): (value: unknown) => boolean {
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === "function")
}

/** Options of `createFinancingClient`. Refuses unknown keys; TLS checks cannot be disabled (E8). */
export type FinancingClientOptions = z.input<typeof optionsSchema>
export type ClientSettings = z.output<typeof optionsSchema>

/** Parses the options; throws InvalidRequestError naming the option, never its value. */
export function parseClientOptions(options: FinancingClientOptions): ClientSettings {
  const parsed = optionsSchema.safeParse(options)
  if (parsed.success) return parsed.data
  throw toOptionsError(describeIssues(parsed.error.issues))
}

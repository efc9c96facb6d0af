import { z } from "@medusajs/framework/zod"
import { DEFAULT_SCHEDULE } from "./domain/look-schedule"
import { SETTLE_WHEN } from "./domain/settle-when"
import { describeProblem, wordProblem } from "./option-problem"

const isLocal = (url: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)

const publicUrl = z
  .string()
  .trim()
  .superRefine((value, context) => {
    const problem = problemOfAddress(URL.canParse(value) ? new URL(value) : null)
    if (problem) context.addIssue({ code: "custom", message: problem })
  })
  .transform((value) => value.replace(/\/+$/, ""))

function problemOfAddress(url: URL | null): string | null {
  if (url === null || !/^https?:$/.test(url.protocol)) return "has to be an http or https address"
  if (url.protocol === "http:" && !isLocal(url)) {
    return "has to be an https address (http is for localhost only)"
  }
  if (url.username !== "" || url.password !== "") return "may not hold credentials"
  return url.search === "" && url.hash === "" ? null : "may not hold a query or a fragment"
}

const credentials = z.strictObject({
  /** Address of the service's environment, its API path prefix included. */
  baseUrl: publicUrl,
  apiUsername: z.string().min(1),
  apiPassword: z.string().min(1),
  /** Client id and secret, base64 encoded, as issued. */
  apiSignature: z.string().regex(/^[\x21-\x7e]+$/, "has to be the API Signature as issued"),
})

/** An environment none of whose credentials are set yet is an environment left out. */
const environmentCredentials = z.preprocess((value) => {
  const isEmpty =
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((one) => one === undefined || one === "")
  return isEmpty ? undefined : value
}, credentials.optional())

const SHORT_SECRET = "has to have 32 characters or more"
const secret = z.string().min(32, SHORT_SECRET)

const LONGEST_DEADLINE = 600_000
const milliseconds = z.int().positive().max(LONGEST_DEADLINE)
const hours = z.number().positive()
const attempts = z.int().positive().max(100_000)

/** The job wakes every five seconds; a look that is due for longer than a year is none. */
const scheduleSeconds = z.int().min(5).max(31_536_000)

const polling = z.strictObject({
  /** When an open application is looked at of which nobody tells us anything. */
  schedule: z
    .array(z.strictObject({ everySeconds: scheduleSeconds, forSeconds: scheduleSeconds }))
    .min(1, "has to have one step at least")
    .max(100)
    .default(() => [...DEFAULT_SCHEDULE]),
  /** Looks that one server makes at once. */
  atOnce: z.int().min(1).max(50).default(4),
  /** Calls to the service in any minute that looks by schedule lead to, of all servers together. */
  callsPerMinute: z.int().min(6).max(100_000).default(120),
})

/** Everything a merchant may set, in one place (README "Configure"). */
export const optionsSchema = z.strictObject({
  environment: z.enum(["staging", "production"]),
  environments: z
    .strictObject({ staging: environmentCredentials, production: environmentCredentials })
    .default({}),
  /** Public address of Medusa: postbacks and the shopper's way back arrive here. */
  backendUrl: publicUrl,
  /** Where shoppers land afterwards. */
  storefrontUrl: publicUrl,
  /** Signs the plugin's own addresses. While rotating: [current, previous]. */
  secret: z.union([secret.transform((one) => [one]), z.array(secret).min(1).max(2)], {
    error: ({ input }) =>
      input === undefined
        ? "is missing"
        : "has to be 32 characters or more, or [current, previous] of such",
  }),
  /** Put before Medusa's order number when the service is told it. */
  orderIdPrefix: z.string().max(32).default(""),
  /** Paths on the storefront; {order_id}, {cart_id} and {country_code} are filled in. */
  storefrontPaths: z
    .strictObject({
      placed: z
        .string()
        .startsWith("/", "has to begin with a slash")
        .default("/{country_code}/order/{order_id}/confirmed"),
      open: z
        .string()
        .startsWith("/", "has to begin with a slash")
        .default("/{country_code}/checkout?step=payment"),
    })
    .prefault({}),
  /** When an order is settled by itself; capturing settles it at any time. */
  settle: z.enum(SETTLE_WHEN).default("on-full-shipment"),
  /** What happens to an order that was placed under review and is declined. */
  onDecline: z.enum(["cancel", "flag"]).default("cancel"),
  timeLimits: z
    .strictObject({
      /** Hours until an application nobody signed is cancelled. */
      unsignedHours: hours.default(48),
      /** Hours until a signed application without an order is cancelled. */
      unusedHours: hours.default(7 * 24),
    })
    .prefault({}),
  polling: polling.prefault({}),
  /** Whether the service sends postbacks for our own settle and cancel calls. */
  ownPostbacks: z.boolean().default(true),
  /** The shop's own application form (endpoint 4), over the store API. Off unless turned on. */
  fullApplication: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Attempts an hour for one cart, and for one client's address. */
      attemptsPerCart: attempts.default(10),
      attemptsPerAddress: attempts.default(30),
    })
    .prefault({}),
  /** Pre-approvals before there is a cart (endpoints 6 and 7). Off unless turned on. */
  preApproval: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** The service is asked not to write to the customer: the shop hands over the address. */
      suppressNotification: z.boolean().default(false),
      /** Days that one can be used, from its approval. */
      validDays: z.number().positive().max(3_650).default(30),
      /** Attempts an hour from one client's address, and for one customer's phone or e-mail. */
      attemptsPerAddress: attempts.default(10),
      attemptsPerCustomer: attempts.default(3),
    })
    .prefault({}),
  /** Milliseconds that one call to the service may take, its body included. */
  deadlines: z
    .strictObject({
      connect: milliseconds.default(3_000),
      token: milliseconds.default(10_000),
      read: milliseconds.default(10_000),
      create: milliseconds.default(20_000),
      money: milliseconds.default(30_000),
    })
    .prefault({}),
})

export type PluginOptions = z.output<typeof optionsSchema>
export type PluginOptionsInput = z.input<typeof optionsSchema>
export type Environment = PluginOptions["environment"]

/**
 * Reads the plugin's options. Throws an Error of one sentence that names the key and the line
 * to write; values are never repeated, since some of them are secrets.
 */
export function parseOptions(input: unknown): PluginOptions {
  // Medusa lays its connection's settings among the options of every module.
  const { database: _, ...given }: Record<string, unknown> = { ...(input ?? {}) }
  const parsed = optionsSchema.safeParse(given, { error: wordProblem })
  if (parsed.success) {
    return parsed.data
  }
  throw new Error(describeProblem(parsed.error.issues[0]))
}

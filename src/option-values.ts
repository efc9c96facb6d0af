import { z } from "@medusajs/framework/zod"
import proxyaddr from "proxy-addr"
import { DEFAULT_SCHEDULE } from "./domain/look-schedule"
import { parseUsState } from "./domain/us-state"
import { isGuessable } from "./domain/guessable"
import { type TrustedTo, transportProblem } from "./domain/plain-http"

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/

const urlOf = (value: string) => (URL.canParse(value) ? new URL(value) : null)

const addressOf = (environment: TrustedTo) =>
  z
    .string()
    .trim()
    .superRefine((value, context) => {
      const url = urlOf(value)
      const problem = transportProblem(url, environment) ?? problemOfAddress(url)
      if (problem) context.addIssue({ code: "custom", message: problem })
    })
    .transform((value) => value.replace(/\/+$/, ""))

/** As staging takes it; what production asks of it is said by `plainInProduction` (options.ts). */
export const publicUrl = addressOf("staging")

function problemOfAddress(url: URL | null): string | null {
  if (url === null) return null
  if (url.username !== "" || url.password !== "") return "may not hold credentials"
  return url.search === "" && url.hash === "" ? null : "may not hold a query or a fragment"
}

const credentialsOf = (environment: TrustedTo) =>
  z.strictObject({
    /** Address of the service's environment, its API path prefix included. */
    baseUrl: addressOf(environment),
    apiUsername: z.string().min(1),
    apiPassword: z.string().min(1),
    /** Client id and secret, base64 encoded, as issued. */
    apiSignature: z.string().regex(/^[\x21-\x7e]+$/, "has to be the API Signature as issued"),
  })

/** An environment none of whose credentials are set yet is an environment left out. */
export const environmentCredentials = (environment: TrustedTo) =>
  z.preprocess((value) => {
    const isEmpty =
      typeof value === "object" &&
      value !== null &&
      Object.values(value).every((one) => one === undefined || one === "")
    return isEmpty ? undefined : value
  }, credentialsOf(environment).optional())

const SHORT_SECRET = "has to have 32 characters or more"
const secret = z.string().min(32, SHORT_SECRET)
const GUESSABLE = "is too easy to guess"

/** One secret, or [current, previous]. The previous one was chosen before: it need not be a good one. */
export const secrets = z
  .union([secret.transform((one) => [one]), z.array(secret).min(1).max(2)], {
    error: ({ input }) =>
      input === undefined
        ? "is missing"
        : "has to be 32 characters or more, or [current, previous] of such",
  })
  .refine(([current = ""]) => !isGuessable(current), GUESSABLE)

/** No service on the internet connects, or answers, in less; what is shorter turns answers into doubts. */
export const connecting = z.int().min(100).max(60_000)
export const reading = z.int().min(500).max(120_000)
/** Nobody else may act meanwhile: ten minutes at most. */
export const changing = z.int().min(500).max(600_000)
/** A customer needs a while at the service; after 45 days nothing is looked at any more. */
export const hours = z
  .number()
  .min(1)
  .max(45 * 24)
/** A pre-approval that lasts longer says nothing about its customer any more. */
export const days = z.number().min(1).max(365)
export const attempts = z.int().min(1).max(100_000)

/** The job wakes every five seconds; a look that is due for longer than a year is none. */
const scheduleSeconds = z.int().min(5).max(31_536_000)

export const polling = z.strictObject({
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

/** Hosts that the service's links may lead to. */
export const linkHosts = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .regex(HOST, "has to be a host, as pages.financing.example, without https:// and a path")
  )
  .max(50)
  .default([])

export const storefrontPath = z.string().startsWith("/", "has to begin with a slash")

/** By the id of a sales channel. Shoppers of all others land on `storefrontUrl`. */
export const storefronts = z
  .record(
    z.string().trim().min(1).max(100),
    z.strictObject({
      url: publicUrl.optional(),
      paths: z
        .strictObject({ placed: storefrontPath.optional(), open: storefrontPath.optional() })
        .default({}),
      /** Whether financing is offered there. */
      enabled: z.boolean().default(true),
    })
  )
  .default({})

const words = (longest: number) => z.string().trim().min(1).max(longest)
const ids = z.array(z.string().trim().min(1).max(100)).max(200).default([])

const usState = z
  .string()
  .refine((value) => parseUsState(value) !== null, "has to be a US state, for example CA")
  .transform((value) => parseUsState(value) ?? "")

const dollars = z
  .number()
  .positive("has to be more than 0")
  .max(10_000_000)
  .refine((value) => Number(value.toFixed(2)) === value, "has to have two decimals at most")

/** What shoppers are told of the method, and which carts it is offered for. */
export const checkout = z
  .strictObject({
    title: words(100).default("Pay over time"),
    description: words(500).default("Apply for financing and pay for your order month by month."),
    /** US dollars, the cart's total with shipping and taxes. */
    minimumAmount: dollars.nullable().default(null),
    maximumAmount: dollars.nullable().default(null),
    /** A cart with one of these is not financed; categories count with those below them. */
    excludedProductIds: ids,
    excludedCategoryIds: ids,
    excludedCustomerGroupIds: ids,
    /** Customers who live there cannot finance: `CA`, also written in other ways. */
    excludedStates: z.array(usState).max(60).default([]),
    /** A cart with a gift card in it is not financed; paying a part with one does not count. */
    excludeGiftCards: z.boolean().default(false),
  })
  .superRefine(({ minimumAmount, maximumAmount }, context) => {
    if (minimumAmount === null || maximumAmount === null || minimumAmount <= maximumAmount) return
    const say = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message })
    say("minimumAmount", "may not be more than the maximum amount")
    say("maximumAmount", "may not be less than the minimum amount")
  })

/** Where the service shows one application; {token} is filled in, behind the host. */
export const portalUrl = z
  .string()
  .trim()
  .max(500)
  .superRefine((value, context) => {
    const problem = problemOfTemplate(value)
    if (problem) context.addIssue({ code: "custom", message: problem })
  })

function problemOfTemplate(value: string): string | null {
  const url = urlOf(value.replaceAll("{token}", "token"))
  const problem = transportProblem(url, "staging")
  if (problem) return problem
  if (url?.username || url?.password) return "may not hold credentials"
  return /^https?:\/\/[^/?#{]+[/?#].*\{token\}/i.test(value)
    ? null
    : "has to hold {token}, where the application's token goes"
}

const network = z.string().refine(isNetwork, "has to be an address or a network, as 10.0.0.0/8")

/** How many proxies stand before Medusa, or which addresses and networks they have. */
export const trustedProxies = z.union([z.int().min(0).max(10), z.array(network).min(1).max(100)], {
  error: "has to be a number of proxies up to 10, or a list of addresses and networks",
})

function isNetwork(value: string): boolean {
  try {
    proxyaddr.compile([value])
    return true
  } catch {
    return false
  }
}

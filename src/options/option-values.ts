import { z } from "@medusajs/framework/zod"
import proxyaddr from "proxy-addr"
import { DEFAULT_SCHEDULE } from "../domain/check-schedule"
import { parseUsState } from "../domain/us-state"
import { type TrustedTo, transportProblem } from "../domain/plain-http"

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/

/** One line of text. */
export const words = (longest: number) => z.string().trim().min(1).max(longest)

const urlOf = (value: string) => (URL.canParse(value) ? new URL(value) : null)

const addressOf = (environment: TrustedTo, mayBeApp = false) =>
  z
    .string()
    .trim()
    .superRefine((value, context) => {
      if (mayBeApp && appSchemeOf(value) !== null) return
      const url = urlOf(value)
      const problem = transportProblem(url, environment) ?? problemOfAddress(url)
      if (problem) context.addIssue({ code: "custom", message: problem })
    })
    .transform((value) => value.replace(/\/+$/, ""))

/** An address valid for staging; `plainInProduction` (options.ts) checks it for production. */
export const publicUrl = addressOf("staging")

const APP_ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(\/[^?#]*)?$/i

/** Schemes that do not belong to a shop's own app. */
const NOT_OF_APPS =
  /^(https?|wss?|ftps?|file|blob|data|about|javascript|vbscript|view-source|filesystem|intent|content|chrome.*)$/

export const appSchemes = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z][a-z0-9+.-]*$/, "has to be a scheme, as exampleshop, without ://")
      .refine((scheme) => !NOT_OF_APPS.test(scheme), "may not be a scheme of browsers")
  )
  .max(20)
  .default([])

/** Returns the scheme of an app's address; null for a web page's address, or none. */
export function appSchemeOf(address: string): string | null {
  const scheme = APP_ADDRESS.exec(address)?.[1]?.toLowerCase() ?? null
  return scheme === null || NOT_OF_APPS.test(scheme) ? null : scheme
}

function problemOfAddress(url: URL | null): string | null {
  if (url === null) return null
  if (url.username !== "" || url.password !== "") return "may not hold credentials"
  return url.search === "" && url.hash === "" ? null : "may not hold a query or a fragment"
}

const SIMULATOR_PASSWORD = "staging-password-for-the-sandbox-only"

const credentialsOf = (environment: TrustedTo) =>
  z.strictObject({
    baseUrl: addressOf(environment).describe("Its address, with the API path prefix."),
    apiUsername: z.string().min(1).describe("As issued."),
    apiPassword: z
      .string()
      .min(1)
      .refine(
        (password) => environment !== "production" || password !== SIMULATOR_PASSWORD,
        "is the simulator's, which anyone knows"
      )
      .describe("As issued."),
    apiSignature: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "has to be the API Signature as issued")
      .describe("As issued: client id and secret, base64 encoded."),
  })

/** An environment without any credentials counts as omitted. */
export const environmentCredentials = (environment: TrustedTo) =>
  z.preprocess((value) => {
    const isEmpty =
      typeof value === "object" &&
      value !== null &&
      Object.values(value).every((one) => one === undefined || one === "")
    return isEmpty ? undefined : value
  }, credentialsOf(environment).optional())

/** 32 bytes as hex, base64 or base64url. */
const RANDOM_SECRET = /^(?:[0-9a-f]{64}|[\w+/-]{43}=?)$/i

const NO_SECRET = "has to be 32 random bytes as hex or base64, or [current, previous]"

/** One secret, or [current, previous]. The previous one may be any text that was a secret before. */
export const secrets = z
  .union([z.string().transform((one) => [one]), z.array(z.string().min(1)).min(1).max(2)], {
    error: ({ input }) => (input === undefined ? "is missing" : NO_SECRET),
  })
  .refine(([current = ""]) => RANDOM_SECRET.test(current), NO_SECRET)

/** No internet service connects or answers faster; a shorter limit would leave answers in doubt. */
export const connecting = z.int().min(100).max(60_000)
export const reading = z.int().min(500).max(120_000)
/** Limited to ten minutes, because the call's lease blocks all other operations. */
export const changing = z.int().min(500).max(600_000)
/** A customer needs some time at the service; after 45 days the checks stop. */
export const hours = z
  .number()
  .min(1)
  .max(45 * 24)
/** After a longer time a pre-approval is no longer meaningful. */
export const days = z.number().min(1).max(365)
export const attempts = z.int().min(1).max(100_000)

/** The job runs every five seconds; a delay over a year is no schedule. */
const scheduleSeconds = z.int().min(5).max(31_536_000)

export const polling = z.strictObject({
  schedule: z
    .array(z.strictObject({ everySeconds: scheduleSeconds, forSeconds: scheduleSeconds }))
    .min(1, "has to have one step at least")
    .max(100)
    .default(() => [...DEFAULT_SCHEDULE])
    .describe(
      "When an open application without postbacks is checked. A signed order is checked no more often than every 30 minutes."
    ),
  atOnce: z
    .int()
    .min(1)
    .max(50)
    .default(4)
    .describe("Status checks that one server makes at once."),
  callsPerMinute: z
    .int()
    .min(6)
    .max(100_000)
    .default(120)
    .describe(
      "Calls to the service that scheduled checks, and checks after an order's changes, may make in any minute, of all servers together. Settling, cancelling, refunding and shoppers' own checks never wait for it."
    ),
})

/** Hosts to which the service's links may lead. */
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

/** By sales channel id. All other shoppers are sent to `storefrontUrl`. */
export const storefronts = z
  .record(
    words(100),
    z.strictObject({
      url: addressOf("staging", true)
        .optional()
        .describe(
          "Its public address, or an app's, as `exampleshop://checkout` (see `appSchemes`)."
        ),
      paths: z
        .strictObject({
          placed: storefrontPath.optional().describe("As in `storefrontPaths`."),
          open: storefrontPath.optional().describe("As in `storefrontPaths`."),
        })
        .default({}),
      enabled: z.boolean().default(true).describe("Whether financing is offered there."),
    })
  )
  .default({})

const ids = z.array(words(100)).max(200).default([])

const usState = z
  .string()
  .refine((value) => parseUsState(value) !== null, "has to be a US state, for example CA")
  .transform((value) => parseUsState(value) ?? "")

const dollars = z
  .number()
  .positive("has to be more than 0")
  .max(10_000_000)
  .refine((value) => Number(value.toFixed(2)) === value, "has to have two decimals at most")

/** How shoppers see the method, and for which carts it is offered. */
export const checkout = z
  .strictObject({
    title: words(100).default("Pay over time").describe("What the storefront calls the method."),
    description: words(500)
      .default("Apply for financing and pay for your order month by month.")
      .describe("What the storefront says about it."),
    minimumAmount: dollars
      .nullable()
      .default(null)
      .describe(
        "US dollars. A cart with a lower total cannot be financed; shipping and taxes count."
      ),
    maximumAmount: dollars
      .nullable()
      .default(null)
      .describe("US dollars. A cart with a higher total cannot be financed."),
    excludedProductIds: ids.describe("A cart with one of these products cannot be financed."),
    excludedCategoryIds: ids.describe(
      "A cart with a product of these categories, or of those below them, cannot be financed."
    ),
    excludedCustomerGroupIds: ids.describe("Customers in these groups cannot finance."),
    excludedStates: z
      .array(usState)
      .max(60)
      .default([])
      .describe(
        'Customers who live in these US states or territories cannot finance: `["CA", "PR"]`.'
      ),
    excludeGiftCards: z
      .boolean()
      .default(false)
      .describe(
        "Whether a cart with a gift card among its items is refused. Paying a part with a gift card does not count."
      ),
  })
  .superRefine(({ minimumAmount, maximumAmount }, context) => {
    if (minimumAmount === null || maximumAmount === null || minimumAmount <= maximumAmount) return
    const say = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message })
    say("minimumAmount", "may not be more than the maximum amount")
    say("maximumAmount", "may not be less than the minimum amount")
  })

/** The service's page of one application; {token} is replaced, after the host. */
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

/** The number of proxies in front of Medusa, or their addresses and networks. */
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

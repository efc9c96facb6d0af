import { z } from "@medusajs/framework/zod"
import { transportProblem } from "./domain/plain-http"
import { ITEM_LIST_NAMES } from "./domain/item-list-name"
import { SETTLE_WHEN } from "./domain/settle-when"
import { describeProblem, wordProblem } from "./option-problem"
import {
  attempts,
  changing,
  checkout,
  connecting,
  days,
  environmentCredentials,
  hours,
  linkHosts,
  polling,
  portalUrl,
  publicUrl,
  reading,
  secrets,
  storefrontPath,
  storefronts,
  trustedProxies,
} from "./option-values"

/** A variable that is set to nothing is one that is not set. */
const environment = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.enum(["staging", "production"]).default("staging")
)

/** Everything a merchant may set, in one place (docs/configuration.md). */
export const optionsSchema = z.strictObject({
  /** Where new applications are created. */
  environment,
  environments: z
    .strictObject({
      staging: environmentCredentials("staging"),
      production: environmentCredentials("production"),
    })
    .default({}),
  /** Public address of Medusa: postbacks and the shopper's way back arrive here. */
  backendUrl: publicUrl,
  /** Where shoppers land afterwards. */
  storefrontUrl: publicUrl,
  /** Signs the plugin's own addresses. While rotating: [current, previous]. */
  secret: secrets,
  checkout: checkout.prefault({}),
  /** Put before Medusa's order number when the service is told it. */
  orderIdPrefix: z.string().max(32).default(""),
  /** Paths on the storefront; {order_id}, {cart_id} and {country_code} are filled in. */
  storefrontPaths: z
    .strictObject({
      placed: storefrontPath.default("/{country_code}/order/{order_id}/confirmed"),
      open: storefrontPath.default("/{country_code}/checkout?step=payment"),
    })
    .prefault({}),
  /** Storefronts of their own, by sales channel: what one leaves out is as for all the others. */
  storefronts,
  /** When an order is settled by itself; capturing settles it at any time. */
  settle: z.enum(SETTLE_WHEN).default("on-full-shipment"),
  /** What happens to an order that was placed under review and is declined. */
  onDecline: z.enum(["cancel", "flag"]).default("cancel"),
  /** What happens to an approval that comes for a cart that changed, or an order that was cancelled. */
  onLateApproval: z.enum(["hold", "cancel"]).default("hold"),
  timeLimits: z
    .strictObject({
      /** Hours until an application nobody signed is cancelled. */
      unsignedHours: hours.default(48),
      /** Hours until a signed application without an order is cancelled. */
      unusedHours: hours.default(7 * 24),
      /** Hours from when an order was placed that return addresses lead to it. */
      returnHours: hours.default(24),
      /** Hours after the goods have left until somebody is asked about what keeps them from being settled. */
      unfulfilledHours: hours.default(48),
    })
    .prefault({}),
  polling: polling.prefault({}),
  /** Whether the service sends postbacks for our own settle and cancel calls. */
  ownPostbacks: z.boolean().default(true),
  /** What a partial refund (endpoint 13) calls what the customer keeps: the interface names it both ways. */
  partialRefundItems: z.enum(ITEM_LIST_NAMES).default("items"),
  /** The shop's own application form (endpoint 4), over the store API. Off unless turned on. */
  fullApplication: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Attempts an hour for one cart, and for one client's address. */
      attemptsPerCart: attempts.default(10),
      attemptsPerAddress: attempts.default(30),
      /** An hour for one name and birth date, for one phone, and for one e-mail address. */
      attemptsPerPerson: attempts.default(10),
      /** A day for each of these: how often the service may say that the details do not match. */
      mismatchesPerPerson: attempts.default(2),
    })
    .prefault({}),
  /** Days that postbacks and lines of the timeline are kept of what is over; longer than anything is looked at. */
  retentionDays: z.int().min(46).max(3_650).default(180),
  /** Whose word counts for a client's address where attempts are limited by it: hops, or networks. */
  trustedProxies: trustedProxies.default(1),
  /** Applications that shoppers' carts may lead to in an hour; a session that adopts one counts nothing. */
  applicationLimits: z
    .strictObject({
      perCart: attempts.default(20),
      /** For one e-mail address, and for one phone number. */
      perContact: attempts.default(40),
      /** The shop as a whole: null refuses nobody, and more than `alarmPerShop` are told of. */
      perShop: attempts.nullable().default(null),
      alarmPerShop: attempts.default(300),
    })
    .prefault({}),
  /** Pre-approvals before there is a cart (endpoints 6 and 7). Off unless turned on. */
  preApproval: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** The service is asked not to write to the customer: the shop hands over the address. */
      suppressNotification: z.boolean().default(false),
      /** Days that one can be used, from its approval. */
      validDays: days.default(30),
      /** Attempts an hour from one client's address, and for one customer's phone or e-mail. */
      attemptsPerAddress: attempts.default(10),
      attemptsPerCustomer: attempts.default(3),
    })
    .prefault({}),
  /** The service's page about one application, for staff: https, with {token}. */
  portalUrl: portalUrl.nullable().default(null),
  /** Hosts, and those below them, that the service's links for customers may lead to; none for any. */
  linkHosts,
  /** Milliseconds that one call to the service may take, its body included. */
  deadlines: z
    .strictObject({
      connect: connecting.default(3_000),
      token: reading.default(10_000),
      read: reading.default(10_000),
      create: changing.default(20_000),
      money: changing.default(30_000),
    })
    .prefault({}),
})

export type PluginOptions = z.output<typeof optionsSchema>
export type PluginOptionsInput = z.input<typeof optionsSchema>
export type Environment = PluginOptions["environment"]

/** What Medusa hands to the plugin's module, without its own connection's settings among it. */
export function givenOptions(input: unknown): Record<string, unknown> {
  const { database: _, ...given }: Record<string, unknown> = { ...(input ?? {}) }
  return given
}

/** The options in full, or what is wrong with them. */
export function readOptions(given: unknown) {
  return optionsSchema.safeParse(given, { error: wordProblem })
}

/** The names that the options know at a place among them. */
function namesAt(path: readonly PropertyKey[]): string[] {
  let at: unknown = z.toJSONSchema(optionsSchema, { io: "input", unrepresentable: "any" })
  for (const name of path) {
    at =
      typeof name === "number"
        ? inner(at, "items")
        : (inner(inner(at, "properties"), name) ?? inner(at, "additionalProperties"))
  }
  return Object.keys(inner(at, "properties") ?? {})
}

function inner(schema: unknown, name: PropertyKey): object | undefined {
  if (typeof schema !== "object" || schema === null) return undefined
  const value: unknown = Reflect.get(schema, name)
  return typeof value === "object" && value !== null ? value : undefined
}

/** Addresses that are one for both environments: those of the shop, and the service's portal. */
const SHARED_ADDRESSES = ["backendUrl", "storefrontUrl", "portalUrl"] as const

/**
 * The addresses that production does not take, and why: http within a private network is for staging.
 * None while staging is in force.
 */
export function plainInProduction(options: PluginOptions) {
  if (options.environment !== "production") return []
  const addresses = [
    ...SHARED_ADDRESSES.map((name) => ({ name, address: options[name] })),
    ...Object.entries(options.storefronts).map(([id, { url }]) => ({
      name: `storefronts.${id}.url`,
      address: url,
    })),
  ]
  return addresses.flatMap(({ name, address }) => {
    const problem = address && transportProblem(new URL(address), "production")
    return problem ? [{ name, problem }] : []
  })
}

/**
 * Reads the plugin's options. Throws an Error of one sentence that names the key and the line
 * to write; values are never repeated, since some of them are secrets.
 */
export function parseOptions(input: unknown): PluginOptions {
  const parsed = readOptions(givenOptions(input))
  if (!parsed.success) {
    const { issues } = parsed.error
    // A name that is spelt wrongly explains the one that is missing.
    const unknown = issues.find(({ code }) => code === "unrecognized_keys")
    throw new Error(describeProblem(unknown ?? issues[0], namesAt))
  }
  const [plain] = plainInProduction(parsed.data)
  if (plain) {
    throw new Error(describeProblem({ path: [plain.name], message: plain.problem }))
  }
  return parsed.data
}

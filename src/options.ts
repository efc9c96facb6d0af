import { z } from "@medusajs/framework/zod"

const isLocal = (url: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)

const publicUrl = z
  .string()
  .trim()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: "has to be an http or https address",
  })
  .refine(
    (value) =>
      !URL.canParse(value) || new URL(value).protocol === "https:" || isLocal(new URL(value)),
    {
      message: "has to be an https address (http is for localhost only)",
    }
  )
  .transform((value) => value.replace(/\/+$/, ""))

const credentials = z.strictObject({
  /** Address of the service's environment, its API path prefix included. */
  baseUrl: publicUrl,
  apiUsername: z.string().min(1),
  apiPassword: z.string().min(1),
  /** Client id and secret, base64 encoded, as issued. */
  apiSignature: z.string().min(1),
})

/** An environment none of whose credentials are set yet is an environment left out. */
const environmentCredentials = z.preprocess((value) => {
  const isEmpty =
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((one) => one === undefined || one === "")
  return isEmpty ? undefined : value
}, credentials.optional())

const secret = z.string().min(32, "has to have 32 characters or more")

const milliseconds = z.number().int().positive()
const hours = z.number().positive()

/** Everything a merchant may set, in one place (README "Configure"). */
export const optionsSchema = z.strictObject({
  environment: z.enum(["staging", "production"], { error: 'has to be "staging" or "production"' }),
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
      placed: z.string().startsWith("/").default("/{country_code}/order/{order_id}/confirmed"),
      open: z.string().startsWith("/").default("/{country_code}/checkout?step=payment"),
    })
    .prefault({}),
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
  /** Whether the service sends postbacks for our own settle and cancel calls. */
  ownPostbacks: z.boolean().default(true),
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
  const parsed = optionsSchema.safeParse(given)
  if (parsed.success) {
    return parsed.data
  }
  const issue = parsed.error.issues[0]
  const unknownKey = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined
  const key = [...(issue?.path ?? []), ...(unknownKey ? [unknownKey] : [])].join(".")
  const problem = unknownKey ? "is not an option of this plugin" : describe(issue?.message)
  throw new Error(
    `medusa-payment-consumer-financing: option "${key}" ${problem}; ${advice(key)} in the options of the plugin in medusa-config.`
  )
}

function describe(message = "is missing"): string {
  return message.endsWith("received undefined") ? "is missing" : message
}

const EXAMPLES: Record<string, string> = {
  secret: "write `secret: process.env.FINANCING_SECRET`, 32 characters or more,",
  backendUrl: 'write `backendUrl: "https://api.shop.example"`',
  storefrontUrl: 'write `storefrontUrl: "https://shop.example"`',
  environment: 'write `environment: "staging"` or `environment: "production"`',
}

function advice(key: string): string {
  return EXAMPLES[key.split(".")[0] ?? ""] ?? `correct \`${key}\``
}

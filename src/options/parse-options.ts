import type { z } from "@medusajs/framework/zod"
import { transportProblem } from "../domain/plain-http"
import { appSchemeOf } from "./option-values"
import { optionsSchema, type PluginOptions } from "./options"

const PLUGIN = "medusa-payment-consumer-financing"

/**
 * Describes an invalid option; zod calls it for every issue without a message. Never repeats a value, because some
 * are secrets.
 */
function wordProblem(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "is missing"
  switch (issue.code) {
    case "invalid_type":
      return `has to be ${KINDS[issue.expected] ?? `of the kind ${issue.expected}`}`
    case "invalid_value":
      return `has to be ${issue.values.map((value) => `"${String(value)}"`).join(" or ")}`
    case "too_small":
      return wordTooSmall(issue)
    case "too_big":
      return `has to be ${amountOf(issue.origin, issue.maximum)} or less`
    default:
      return "is not valid"
  }
}

function wordTooSmall({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const isEmpty = origin === "string" && Number(minimum) === 1
  return isEmpty ? "is empty" : `has to be ${amountOf(origin, minimum)} or more`
}

function amountOf(origin: string, bound: number | bigint): string {
  if (origin === "string") return `${bound} characters`
  return origin === "array" ? `${bound} entries` : String(bound)
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
}

type Problem = z.core.$ZodIssue | { path: string[]; message: string }

/** Returns one sentence that names the option and the line to write. */
function describeProblem(issue: Problem | undefined): string {
  const unknownKey =
    issue && "code" in issue && issue.code === "unrecognized_keys" ? issue.keys[0] : undefined
  const path = [...(issue?.path ?? []).map(String), ...(unknownKey ? [unknownKey] : [])]
  const problem = unknownKey
    ? "is not an option of this plugin"
    : (issue?.message ?? "is not valid")
  const advice = unknownKey ? "correct its name or take it out" : adviseOn(path)
  return `${PLUGIN}: option "${path.join(".")}" ${problem}; ${advice} in the options of the plugin in medusa-config.`
}

const LINES: Record<string, string> = {
  secret: "write `secret: process.env.FINANCING_SECRET`, with what `openssl rand -hex 32` prints,",
  backendUrl: 'write `backendUrl: "https://api.shop.example"`',
  storefrontUrl: 'write `storefrontUrl: "https://shop.example"`',
  environment: 'write `environment: "staging"` or `environment: "production"`, or leave it out,',
}

const CREDENTIALS: Record<string, string> = {
  baseUrl: "BASE_URL",
  apiUsername: "USERNAME",
  apiPassword: "PASSWORD",
  apiSignature: "SIGNATURE",
}

function adviseOn([key = "", environment = "", credential = ""]: string[]): string {
  const variable = CREDENTIALS[credential]
  if (key === "environments" && variable) {
    const name = `FINANCING_${environment.toUpperCase()}_${variable}`
    return `write \`${credential}: process.env.${name}\`, or leave \`${environment}\` out altogether,`
  }
  return LINES[key] ?? "correct it"
}

/** Removes Medusa's own connection settings from the module's input. */
export function givenOptions(input: unknown): Record<string, unknown> {
  const { database: _, ...given }: Record<string, unknown> = { ...(input ?? {}) }
  return given
}

/** Returns the complete options, or their problems. */
export function readOptions(given: unknown) {
  return optionsSchema.safeParse(given, { error: wordProblem })
}

/** Addresses that both environments share: the shop's, and the service's portal. */
const SHARED_ADDRESSES = ["backendUrl", "storefrontUrl", "portalUrl"] as const

/**
 * Finds addresses that production refuses, with the reason: http within a private network is for staging. Empty in
 * staging.
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
    const isWebPage = address && appSchemeOf(address) === null
    const problem = isWebPage && transportProblem(new URL(address), "production")
    return problem ? [{ name, problem }] : []
  })
}

/**
 * Parses the plugin's options. Throws an Error of one sentence that names the key and the line to write, and never a
 * value, because some are secrets.
 */
export function parseOptions(input: unknown): PluginOptions {
  const parsed = readOptions(givenOptions(input))
  if (!parsed.success) {
    const { issues } = parsed.error
    // A misspelt name explains the missing one.
    const unknown = issues.find(({ code }) => code === "unrecognized_keys")
    throw new Error(describeProblem(unknown ?? issues[0]))
  }
  const { storefronts, appSchemes } = parsed.data
  for (const [id, { url }] of Object.entries(storefronts)) {
    const scheme = url === undefined ? null : appSchemeOf(url)
    if (scheme !== null && !appSchemes.includes(scheme)) {
      const message = `leads to an app; name its scheme, \`appSchemes: ["${scheme}"]\``
      throw new Error(describeProblem({ path: ["storefronts", id, "url"], message }))
    }
  }
  const [plain] = plainInProduction(parsed.data)
  if (plain) {
    throw new Error(describeProblem({ path: [plain.name], message: plain.problem }))
  }
  return parsed.data
}

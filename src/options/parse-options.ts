import { transportProblem } from "../domain/plain-http"
import { appSchemeOf } from "./option-values"
import { describeProblem, wordProblem } from "./option-problem"
import { optionsSchema, type PluginOptions } from "./options"

/** What Medusa hands to the plugin's module, without its own connection's settings among it. */
export function givenOptions(input: unknown): Record<string, unknown> {
  const { database: _, ...given }: Record<string, unknown> = { ...(input ?? {}) }
  return given
}

/** The options in full, or what is wrong with them. */
export function readOptions(given: unknown) {
  return optionsSchema.safeParse(given, { error: wordProblem })
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
    const isWebPage = address && appSchemeOf(address) === null
    const problem = isWebPage && transportProblem(new URL(address), "production")
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

import { version } from "@medusajs/medusa/package.json"

/** The oldest Medusa that the plugin is tested with, as the peers of package.json say. */
const NEEDED = [2, 21] as const
/** Older than this it cannot even be loaded: there is no `@medusajs/framework/zod`. */
const LOADABLE = [2, 13] as const

function isOlder(installed: string, than: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = installed.split(".").map((part) => Number.parseInt(part, 10))
  return major < than[0] || (major === than[0] && minor < than[1])
}

/**
 * What is wrong with the shop's Medusa, in one sentence; undefined when nothing is.
 *
 * @param installed the version of `@medusajs/medusa`, `2.21.2`
 */
export function tooOldMedusa(
  installed: string = version
): { sentence: string; stops: boolean } | undefined {
  if (!isOlder(installed, NEEDED)) return undefined
  const stops = isOlder(installed, LOADABLE)
  const consequence = stops ? "it cannot run here" : "it is not tested with this one"
  return {
    sentence: `medusa-payment-consumer-financing needs Medusa ${NEEDED.join(".")} or newer, and this is ${installed}: ${consequence}. Update the @medusajs packages in package.json.`,
    stops,
  }
}

// Imported before anything that such a Medusa lacks, or the start would stop with a missing module.
const complaint = tooOldMedusa()
if (complaint?.stops) throw new Error(complaint.sentence)

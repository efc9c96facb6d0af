/** The safe parts of the plugin's addresses; any other part could be a capability. */
const HARMLESS =
  /^(|hooks|consumer-financing|return|cancel|here|pre-approvals|staging|production|finapp_\w+)$/i

/** Returns the path of one of the plugin's addresses without its capability and query. */
export function withoutCapability(url: string): string {
  const [path = ""] = url.split("?")
  const parts = path.split("/")
  return parts.map((part) => (HARMLESS.test(part) ? part : "[capability]")).join("/")
}

/** What may be read of our own addresses: everything else in them could be a capability. */
const HARMLESS =
  /^(|hooks|consumer-financing|return|cancel|here|pre-approvals|staging|production|finapp_\w+)$/i

/** The path of one of our own addresses without what makes it a capability, and without its query. */
export function withoutCapability(url: string): string {
  const [path = ""] = url.split("?")
  const parts = path.split("/")
  return parts.map((part) => (HARMLESS.test(part) ? part : "[capability]")).join("/")
}

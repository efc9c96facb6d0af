import type { IncomingHttpHeaders } from "node:http"

/** One header as one text; a server that sends it twice gets both, joined, and so neither. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value: string | readonly string[] | undefined = headers[name]
  if (value === undefined) return null
  return typeof value === "string" ? value : value.join(", ")
}

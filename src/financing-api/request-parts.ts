import type { Endpoint } from "./endpoint"

/** A request as it goes over the wire, below the base URL and without its authorization. */
export interface RequestParts {
  path: string
  body: string | null
  headers: Record<string, string>
}

/** Lays a validated input out over path, query and body, as the endpoint's row says. */
export function toRequestParts(endpoint: Endpoint, input: object): RequestParts {
  const fields = new Map<string, unknown>(Object.entries(input))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeURIComponent(asText(take(fields, name)))
  )
  const query = new URLSearchParams()
  for (const name of endpoint.query) {
    const value = take(fields, name)
    if (value !== undefined) query.set(name, asText(value))
  }
  const body = bodyOf(endpoint, fields)
  return {
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    body,
    headers: headersOf(endpoint, body !== null),
  }
}

function take(fields: Map<string, unknown>, name: string): unknown {
  const value = fields.get(name)
  fields.delete(name)
  return value
}

/** What stands in a path, a query or a form is a word, a number or a flag, says its schema. */
function asText(value: unknown): string {
  const isPlain = typeof value === "string" || typeof value === "number"
  if (isPlain || typeof value === "boolean") return String(value)
  throw new TypeError("only plain values can stand outside a JSON body")
}

function bodyOf(endpoint: Endpoint, fields: Map<string, unknown>): string | null {
  if (endpoint.body === "none") return null
  if (endpoint.body === "body") return JSON.stringify(fields.get("body"))
  if (endpoint.encoding === "json") return JSON.stringify(Object.fromEntries(fields))
  return new URLSearchParams([...fields].map(([name, value]) => [name, asText(value)])).toString()
}

function headersOf(endpoint: Endpoint, hasBody: boolean): Record<string, string> {
  const contentType =
    endpoint.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json"
  return {
    accept: endpoint.answer === "text" ? "text/plain" : "application/json",
    // Packing saves nothing here; an answer that is packed all the same is read (body-text.ts).
    "accept-encoding": "identity",
    ...(hasBody ? { "content-type": contentType } : {}),
  }
}

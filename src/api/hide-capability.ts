import { createRequire } from "node:module"
import type { MedusaRequestHandler, MiddlewareRoute } from "@medusajs/framework/http"
import { type Span, trace } from "@medusajs/framework/opentelemetry/api"

/** The safe parts of the plugin's addresses; any other part could be a capability. */
const HARMLESS =
  /^(|hooks|consumer-financing|return|cancel|here|pre-approvals|staging|production|finapp_\w+)$/i

/** Returns the path of one of the plugin's addresses without its capability and query. */
export function withoutCapability(url: string): string {
  const [path = ""] = url.split("?")
  const parts = path.split("/")
  return parts.map((part) => (HARMLESS.test(part) ? part : "[capability]")).join("/")
}

/** Hides capabilities from the access log and spans, for every method and for unknown routes. */
const hideCapability: MedusaRequestHandler = (req, _res, next) => {
  // Where Medusa traces no requests, this is the span of Node's http instrumentation.
  hideInSpan(trace.getActiveSpan(), req.originalUrl)
  req.originalUrl = withoutCapability(req.originalUrl)
  next()
}

export const hideCapabilityMiddlewares: MiddlewareRoute[] = [
  { matcher: "/hooks/consumer-financing", middlewares: [hideCapability] },
  { matcher: "/consumer-financing", middlewares: [hideCapability] },
]

type Seen = { url: string }
/** The function to which Medusa's start command passes each traced request. */
type RequestTracer = (handle: unknown, req: Seen, ...rest: unknown[]) => Promise<unknown>
type Tracing = { traceRequestHandler?: RequestTracer }

/** The plugin's own addresses within a request. */
const OURS = /^(https?:\/\/[^/]+)?\/(hooks\/)?consumer-financing(\/|\?|$)/i

/** Overwrites the address attributes of Node's http instrumentation (both conventions). */
function hideInSpan(span: Span | undefined, url: string): void {
  const path = withoutCapability(url)
  span?.setAttributes({ "http.url": path, "http.target": path, "url.path": path, "url.query": "" })
}

/**
 * Returns what a tracer may see of a request to the plugin's addresses. Omits headers: a proxy may repeat the
 * address in one, and `referer` names the service's page.
 */
function shownToTracer(req: Seen): Seen {
  const url = { value: withoutCapability(req.url) }
  return Object.create(req, { url, originalUrl: url, headers: { value: {} } }) as Seen
}

/**
 * Wraps the tracer that `instrumentation.ts` registered in the start command, because Medusa's outermost span begins
 * before any middleware: the tracer sees no capability. That file runs before middlewares are loaded.
 */
export function hideCapabilityInSpans(): void {
  const tracing = startCommand()
  const tracer = tracing?.traceRequestHandler
  if (!tracer) return
  tracing.traceRequestHandler = async (handle, req, ...rest) => {
    if (!OURS.test(req.url)) return await tracer(handle, req, ...rest)
    hideInSpan(trace.getActiveSpan(), req.url)
    return await tracer(handle, shownToTracer(req), ...rest)
  }
}

/** Undocumented in Medusa, so a shop must start without it too. */
function startCommand(): Tracing | undefined {
  try {
    return createRequire(__filename)("@medusajs/medusa/commands/start") as Tracing
  } catch {
    return undefined
  }
}

import { createRequire } from "node:module"
import { type Span, trace } from "@medusajs/framework/opentelemetry/api"
import { withoutCapability } from "./without-capability"

type Seen = { url: string }
/** What Medusa's start command gives each request to, where it is traced. */
type RequestTracer = (handle: unknown, req: Seen, ...rest: unknown[]) => Promise<unknown>
type Tracing = { traceRequestHandler?: RequestTracer }

/** Our own addresses, as a request names them. */
const OURS = /^(https?:\/\/[^/]+)?\/(hooks\/)?consumer-financing(\/|\?|$)/i

/** Writes over what an instrumentation of Node's http module wrote of the address (both conventions). */
export function hideInSpan(span: Span | undefined, url: string): void {
  const path = withoutCapability(url)
  span?.setAttributes({ "http.url": path, "http.target": path, "url.path": path, "url.query": "" })
}

/**
 * What a tracer may see of a request to our own addresses. No headers: a proxy may repeat the address
 * in one, and `referer` names the page of the service that the shopper comes from.
 */
function shownToTracer(req: Seen): Seen {
  const url = { value: withoutCapability(req.url) }
  return Object.create(req, { url, originalUrl: url, headers: { value: {} } }) as Seen
}

/** The same tracer, to which no capability is shown. */
function discreet(tracer: RequestTracer): RequestTracer {
  return async (handle, req, ...rest) => {
    if (!OURS.test(req.url)) return await tracer(handle, req, ...rest)
    hideInSpan(trace.getActiveSpan(), req.url)
    return await tracer(handle, shownToTracer(req), ...rest)
  }
}

/**
 * Medusa's outermost span is begun before any middleware, by what `instrumentation.ts` put into the
 * start command. That file has run when middlewares are loaded.
 */
export function hideCapabilityInSpans(): void {
  const tracing = startCommand()
  if (tracing?.traceRequestHandler) {
    tracing.traceRequestHandler = discreet(tracing.traceRequestHandler)
  }
}

/** No part of Medusa's documented surface, so a shop starts without it, too. */
function startCommand(): Tracing | undefined {
  try {
    return createRequire(__filename)("@medusajs/medusa/commands/start") as Tracing
  } catch {
    return undefined
  }
}

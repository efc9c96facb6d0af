import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { trace } from "@medusajs/framework/opentelemetry/api"
import { hideInSpan } from "./hide-capability-in-spans"
import { withoutCapability } from "./without-capability"

/** Hides capabilities from the access log and spans, for every method and for unknown routes. */
function hideCapability(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  // Where Medusa traces no requests, this is the span of Node's http instrumentation.
  hideInSpan(trace.getActiveSpan(), req.originalUrl)
  req.originalUrl = withoutCapability(req.originalUrl)
  next()
}

export const hideCapabilityMiddlewares: MiddlewareRoute[] = [
  { matcher: "/hooks/consumer-financing", middlewares: [hideCapability] },
  { matcher: "/consumer-financing", middlewares: [hideCapability] },
]

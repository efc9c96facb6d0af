import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { trace } from "@medusajs/framework/opentelemetry/api"
import { hideInSpan } from "./hide-capability-in-spans"
import { withoutCapability } from "./without-capability"

/** Whatever the method, and whether or not there is such a route: access log and spans get no capability. */
function hideCapability(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  // Where Medusa traces no requests, this is the span of an instrumentation of Node's http module.
  hideInSpan(trace.getActiveSpan(), req.originalUrl)
  req.originalUrl = withoutCapability(req.originalUrl)
  next()
}

export const hideCapabilityMiddlewares: MiddlewareRoute[] = [
  { matcher: "/hooks/consumer-financing", middlewares: [hideCapability] },
  { matcher: "/consumer-financing", middlewares: [hideCapability] },
]

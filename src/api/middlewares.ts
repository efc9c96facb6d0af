import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"
import { adminMiddlewares } from "./admin/consumer-financing/middlewares"
import { jsonOnly } from "./admin/consumer-financing/require-json"
import { whoAskedMiddlewares } from "./admin/note-who-asked"
import { hideCapabilityMiddlewares } from "./hide-capability"
import { hideCapabilityInSpans } from "./hide-capability-in-spans"
import { completeOnceMiddlewares } from "./store/complete-once"
import { refreshCollectionMiddlewares } from "./store/refresh-collection"

function keepToOurselves(_req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  res.setHeader("Referrer-Policy", "no-referrer")
  res.setHeader("Cache-Control", "no-store")
  next()
}

hideCapabilityInSpans()

export default defineMiddlewares({
  routes: [
    ...hideCapabilityMiddlewares,
    jsonOnly,
    ...adminMiddlewares,
    ...whoAskedMiddlewares,
    ...completeOnceMiddlewares,
    ...refreshCollectionMiddlewares,
    {
      matcher: "/hooks/consumer-financing/*",
      methods: ["POST"],
      // Medusa's parser would answer a malformed body before it is in the inbox, and log it.
      bodyParser: false,
    },
    {
      // Whatever the method and the path below: Medusa's parser would answer and log what it cannot
      // parse, and an application is personal.
      matcher: "/store/consumer-financing/carts/*",
      bodyParser: false,
    },
    { matcher: "/store/consumer-financing/pre-approvals*", bodyParser: false },
    { matcher: "/admin/consumer-financing/pre-approvals*", bodyParser: false },
    // These take credentials.
    { matcher: "/admin/consumer-financing/settings/credentials*", bodyParser: false },
    { matcher: "/admin/consumer-financing/settings/test-connection*", bodyParser: false },
    {
      matcher: "/consumer-financing/*",
      methods: ["GET", "POST"],
      // A service may send the shopper back by a form: what it says is not read.
      bodyParser: false,
      middlewares: [keepToOurselves],
    },
  ],
})

import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"
import { adminMiddlewares } from "./admin/consumer-financing/middlewares"
import { answerConfirmedMiddlewares } from "./admin/answer-confirmed"
import { jsonOnly } from "./admin/consumer-financing/require-json"
import { whoAskedMiddlewares } from "./admin/note-who-asked"
import { hideCapabilityMiddlewares } from "./hide-capability"
import { hideCapabilityInSpans } from "./hide-capability-in-spans"
import { completeOnceMiddlewares } from "./store/complete-once"
import { refreshCollectionMiddlewares } from "./store/refresh-collection"
import { sentence } from "../translation/sentence"

function keepToOurselves(_req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  res.setHeader("Referrer-Policy", "no-referrer")
  res.setHeader("Cache-Control", "no-store")
  next()
}

const NUL = "The request contains a NUL character, which no text here can contain."

/** Postgres refuses a NUL character in a text, which would be answered as a server error. */
function refuseNul(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (req.originalUrl.includes("%00") || JSON.stringify(req.body ?? null).includes("\\u0000")) {
    throw sentence(NUL)
  }
  next()
}

hideCapabilityInSpans()

export default defineMiddlewares({
  routes: [
    ...hideCapabilityMiddlewares,
    jsonOnly,
    { matcher: "/admin/consumer-financing/*", middlewares: [refuseNul] },
    { matcher: "/store/consumer-financing/*", middlewares: [refuseNul] },
    ...adminMiddlewares,
    ...whoAskedMiddlewares,
    ...answerConfirmedMiddlewares,
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

import type { IncomingMessage } from "node:http"
import { defineMiddlewares, type MedusaRequestHandler } from "@medusajs/framework/http"
import { adminMiddlewares } from "./admin/consumer-financing/middlewares"
import { answerConfirmedMiddlewares } from "./admin/answer-confirmed"
import { requesterMiddlewares } from "./admin/record-staff-requests"
import { hideCapabilityInSpans, hideCapabilityMiddlewares } from "./hide-capability"
import { completeOnceMiddlewares } from "./store/complete-once"
import { refreshCollectionMiddlewares } from "./store/refresh-collection"
import { userError } from "../translation/user-error"

const setHeaders: MedusaRequestHandler = (_req, res, next) => {
  res.setHeader("Referrer-Policy", "no-referrer")
  res.setHeader("Cache-Control", "no-store")
  next()
}

const NUL = "The request contains a NUL character, which no text here can contain."

/** Refuses a NUL character, which Postgres rejects with a server error. */
const refuseNul: MedusaRequestHandler = (req, _res, next) => {
  if (req.originalUrl.includes("%00") || JSON.stringify(req.body ?? null).includes("\\u0000")) {
    throw userError(NUL)
  }
  next()
}

const JSON_ONLY = "Only JSON is taken here: send `Content-Type: application/json`."
const IS_JSON = /^application\/json\s*(;|$)/i

/**
 * Requires JSON against cross-site requests: another site's page can make a browser send forms, texts and untyped
 * bodies with a user's cookie, but neither JSON, nor a DELETE, nor an Authorization header.
 */
const requireJson: MedusaRequestHandler = (req, res, next) => {
  const type = req.headers["content-type"]
  if (type === undefined ? isBareCall(req) : IS_JSON.test(type)) {
    return next()
  }
  res.status(415).json({ type: "invalid_data", message: JSON_ONLY })
}

function isBareCall({ method, headers }: IncomingMessage): boolean {
  const hasBody =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0
  return method === "DELETE" || (headers.authorization !== undefined && !hasBody)
}

hideCapabilityInSpans()

export default defineMiddlewares({
  routes: [
    ...hideCapabilityMiddlewares,
    {
      matcher: "/admin/consumer-financing/*",
      // Every method that changes something.
      methods: ["POST", "PUT", "PATCH", "DELETE"],
      middlewares: [requireJson],
    },
    { matcher: "/admin/consumer-financing/*", middlewares: [refuseNul] },
    { matcher: "/store/consumer-financing/*", middlewares: [refuseNul] },
    ...adminMiddlewares,
    ...requesterMiddlewares,
    ...answerConfirmedMiddlewares,
    ...completeOnceMiddlewares,
    ...refreshCollectionMiddlewares,
    {
      matcher: "/hooks/consumer-financing/*",
      methods: ["POST"],
      // Medusa's parser would answer and log a malformed body before the inbox stores it.
      bodyParser: false,
    },
    {
      // For every method and path: Medusa's parser would answer and log what it cannot parse, and an application is
      // personal data.
      matcher: "/store/consumer-financing/carts/*",
      bodyParser: false,
    },
    { matcher: "/store/consumer-financing/pre-approvals*", bodyParser: false },
    { matcher: "/admin/consumer-financing/pre-approvals*", bodyParser: false },
    // These receive credentials.
    { matcher: "/admin/consumer-financing/settings/credentials*", bodyParser: false },
    { matcher: "/admin/consumer-financing/settings/test-connection*", bodyParser: false },
    {
      matcher: "/consumer-financing/*",
      methods: ["GET", "POST"],
      // The service may return the shopper with a form, whose body is ignored.
      bodyParser: false,
      middlewares: [setHeaders],
    },
  ],
})

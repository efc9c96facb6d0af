import type { MedusaRequest, MedusaRequestHandler, MiddlewareRoute } from "@medusajs/framework/http"

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

function isBareCall({ method, headers }: MedusaRequest): boolean {
  const hasBody =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0
  return method === "DELETE" || (headers.authorization !== undefined && !hasBody)
}

/** Applies to every route that changes something. */
export const jsonOnly: MiddlewareRoute = {
  matcher: "/admin/consumer-financing/*",
  methods: ["POST", "PUT", "PATCH", "DELETE"],
  middlewares: [requireJson],
}

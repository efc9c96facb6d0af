import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"

const JSON_ONLY = "Only JSON is taken here: send `Content-Type: application/json`."
const IS_JSON = /^application\/json\s*(;|$)/i

/**
 * A page of another site can make a browser send forms, texts, and bodies without a type, with the cookie
 * of a logged-in user. It can send neither JSON, nor a DELETE, nor an Authorization header.
 */
function requireJson(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
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

/** Everything that staff may change, whatever routes are there. */
export const jsonOnly: MiddlewareRoute = {
  matcher: "/admin/consumer-financing/*",
  methods: ["POST", "PUT", "PATCH", "DELETE"],
  middlewares: [requireJson],
}

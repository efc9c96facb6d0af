import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"

const JSON_ONLY = "Only JSON is taken here: send `Content-Type: application/json`."
const IS_JSON = /^application\/json\s*(;|$)/i

/**
 * A page of another site can have a browser send forms, texts, and bodies of no type, with the cookie
 * of whoever is logged in; never JSON. A DELETE it cannot send at all, so that one may be bare.
 */
function requireJson(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const type = req.headers["content-type"]
  if (type === undefined ? req.method === "DELETE" : IS_JSON.test(type)) {
    return next()
  }
  res.status(415).json({ type: "invalid_data", message: JSON_ONLY })
}

/** Everything that staff may change, whatever routes are there. */
export const jsonOnly: MiddlewareRoute = {
  matcher: "/admin/consumer-financing/*",
  methods: ["POST", "PUT", "PATCH", "DELETE"],
  middlewares: [requireJson],
}

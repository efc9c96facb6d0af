import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import {
  applicationsQuery,
  reviewCasesQuery,
  decision,
  exportQuery,
  overviewQuery,
  payoutsExportQuery,
  payoutsQuery,
  postbacksQuery,
  takingBack,
} from "./queries"
import { requireRight, type Right, RIGHTS } from "./staff-rights"

const HERE = "/admin/consumer-financing"

const needs = (right: Right) => [RIGHTS[right]]

const SET_UP: MiddlewareRoute[] = [
  ["/settings", "GET"],
  ["/settings", "POST"],
  ["/settings/credentials", "POST"],
  ["/settings/credentials/:environment", "DELETE"],
  ["/settings/test-connection", "POST"],
  ["/settings/test-message", "POST"],
  ["/settings/self-check", "GET"],
  ["/home", "POST"],
].map(([path, method]) => ({
  matcher: `${HERE}${path}`,
  methods: [method as "GET" | "POST" | "DELETE"],
  middlewares: [],
  policies: needs(method === "GET" ? "see_settings" : "change_settings"),
}))

const get = (matcher: string, query?: z.ZodType): MiddlewareRoute => ({
  matcher: `${HERE}${matcher}`,
  methods: ["GET"],
  middlewares: query ? [validateAndTransformQuery(query, { defaults: [], isList: true })] : [],
  policies: needs("see"),
})

const post = (matcher: string, body?: z.ZodType): MiddlewareRoute => ({
  matcher: `${HERE}${matcher}`,
  methods: ["POST"],
  middlewares: body ? [validateAndTransformBody(body)] : [],
  policies: needs("change"),
})

/** The routes of the admin API and their required rights. */
export const adminMiddlewares: MiddlewareRoute[] = [
  get("/applications", applicationsQuery),
  get("/applications/export", exportQuery),
  get("/overview", overviewQuery),
  get("/applications/:id"),
  post("/applications/:id/reconcile"),
  {
    ...post("/applications/:id/take-back-refund", takingBack),
    policies: [RIGHTS.change, RIGHTS.refund],
  },
  { ...get("/payouts", payoutsQuery), policies: needs("see_payouts") },
  { ...get("/payouts/export", payoutsExportQuery), policies: needs("see_payouts") },
  post("/applications/:id/address-status"),
  post("/applications/:id/link"),
  post("/applications/:id/link/send"),
  get("/outages"),
  get("/health"),
  get("/home"),
  get("/orders/:id"),
  get("/review-cases", reviewCasesQuery),
  {
    ...post("/review-cases/:id/resolve"),
    middlewares: [validateAndTransformBody(decision), requireRight],
  },
  get("/financing-requests"),
  post("/financing-requests"),
  get("/financing-requests/:id"),
  post("/financing-requests/:id/link"),
  post("/financing-requests/:id/send"),
  post("/financing-requests/:id/withdraw"),
  get("/pre-approvals"),
  post("/pre-approvals"),
  get("/postbacks", postbacksQuery),
  post("/postbacks/:id/process"),
  ...SET_UP,
]

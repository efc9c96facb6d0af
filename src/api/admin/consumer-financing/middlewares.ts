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

type Method = "GET" | "POST" | "DELETE"

/** Builds routes of a method. They require all of these rights where the store uses roles. */
const routesFor =
  (method: Method, ...rights: Right[]) =>
  (path: string, middlewares: MiddlewareRoute["middlewares"] = []): MiddlewareRoute => ({
    matcher: `/admin/consumer-financing${path}`,
    methods: [method],
    middlewares,
    policies: rights.map((right) => RIGHTS[right]),
  })

const query = (schema: z.ZodType) => [
  validateAndTransformQuery(schema, { defaults: [], isList: true }),
]

const see = routesFor("GET", "see")
const change = routesFor("POST", "change")
const takeBack = routesFor("POST", "change", "refund")
const seePayouts = routesFor("GET", "see_payouts")
const seeSettings = routesFor("GET", "see_settings")
const changeSettings = routesFor("POST", "change_settings")
const deleteSettings = routesFor("DELETE", "change_settings")

/** The routes of the admin API and their required rights. */
export const adminMiddlewares: MiddlewareRoute[] = [
  see("/applications", query(applicationsQuery)),
  see("/applications/export", query(exportQuery)),
  see("/overview", query(overviewQuery)),
  see("/applications/:id"),
  change("/applications/:id/reconcile"),
  takeBack("/applications/:id/take-back-refund", [validateAndTransformBody(takingBack)]),
  seePayouts("/payouts", query(payoutsQuery)),
  seePayouts("/payouts/export", query(payoutsExportQuery)),
  change("/applications/:id/address-status"),
  change("/applications/:id/link"),
  change("/applications/:id/link/send"),
  see("/outages"),
  see("/health"),
  see("/home"),
  see("/orders/:id"),
  see("/review-cases", query(reviewCasesQuery)),
  change("/review-cases/:id/resolve", [validateAndTransformBody(decision), requireRight]),
  see("/financing-requests"),
  change("/financing-requests"),
  see("/financing-requests/:id"),
  change("/financing-requests/:id/link"),
  change("/financing-requests/:id/send"),
  change("/financing-requests/:id/withdraw"),
  see("/pre-approvals"),
  change("/pre-approvals"),
  see("/postbacks", query(postbacksQuery)),
  change("/postbacks/:id/process"),
  seeSettings("/settings"),
  changeSettings("/settings"),
  changeSettings("/settings/credentials"),
  deleteSettings("/settings/credentials/:environment"),
  changeSettings("/settings/test-connection"),
  changeSettings("/settings/test-message"),
  seeSettings("/settings/self-check"),
  changeSettings("/home"),
]

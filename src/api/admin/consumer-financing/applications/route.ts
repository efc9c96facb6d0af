import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { narrow } from "../narrow"
import type { ApplicationsQuery } from "../queries"
import { showApplications } from "../show-application"

/** Returns a page of applications, newest first by default. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset, order, ...narrowing } = req.validatedQuery as ApplicationsQuery
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const filter = await narrow(req.scope, narrowing)
  const page = { take: limit, skip: offset, order }
  const { applications, count } = await financing.listApplications(filter, page)
  res.json({ applications: await showApplications(req.scope, applications), count, limit, offset })
}

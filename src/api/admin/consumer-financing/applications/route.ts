import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { narrow } from "../narrow"
import type { ApplicationsQuery } from "../queries"
import { showApplications } from "../show-application"

/** Returns a page of applications, newest first by default. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset, order, ...narrowing } = req.validatedQuery as ApplicationsQuery
  const { applications, count } = await req.scope
    .resolve(CONSUMER_FINANCING)
    .listApplications(await narrow(req.scope, narrowing), {
      take: limit,
      skip: offset,
      order,
    })
  res.json({ applications: await showApplications(req.scope, applications), count, limit, offset })
}

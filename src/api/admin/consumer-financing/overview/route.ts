import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import type { OverviewQuery } from "../queries"

/** What is to be done, where the money is, and how the last thirty days went. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { time_zone } = req.validatedQuery as OverviewQuery
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const [overview, outages] = await Promise.all([
    financing.readOverview(time_zone),
    financing.outages.list(),
  ])
  const { environment } = financing.options
  res.json({ overview: { ...overview, environment, is_working: outages.length === 0 } })
}

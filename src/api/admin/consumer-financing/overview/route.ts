import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { statusOf } from "../../../../domain/health"
import { readOrderFigures, readShipping } from "../../../../medusa/read-purchase-summaries"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import type { OverviewQuery } from "../queries"

/** Returns open tasks, amounts, and figures of recent days. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { time_zone = financing.timeZone, days } = req.validatedQuery as OverviewQuery
  const [overview, { environments }, orders] = await Promise.all([
    readShipping(req.scope).then((shipping) =>
      financing.readOverview(time_zone, Number(days), shipping)
    ),
    financing.readHealth(),
    readOrderFigures(req.scope, Number(days)),
  ])
  const { environment } = financing.options
  const used = environments[environment]
  const health = { status: statusOf([used]), problems: used.problems }
  res.json({ overview: { ...overview, orders, environment, health, time_zone } })
}

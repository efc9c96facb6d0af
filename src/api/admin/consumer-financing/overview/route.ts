import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { statusOf } from "../../../../domain/health"
import { readOrderFigures } from "../../../../medusa/read-figures"
import { readShipping } from "../../../../medusa/read-shipping"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import type { OverviewQuery } from "../queries"

/** Returns open tasks, amounts, and figures of recent days. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { environment } = financing.options
  const { time_zone = financing.timeZone, days } = req.validatedQuery as OverviewQuery
  const [overview, { environments }, orders, open] = await Promise.all([
    readShipping(req.scope).then((shipping) =>
      financing.readOverview({ zone: time_zone, days: Number(days), shipping })
    ),
    financing.readHealth(),
    readOrderFigures(req.scope, Number(days)),
    environment === "staging" ? financing.countOpen() : null,
  ])
  const used = environments[environment]
  const health = { status: statusOf([used]), problems: used.problems }
  const open_in_production = open?.production.with_order ?? 0
  res.json({
    overview: { ...overview, orders, environment, open_in_production, health, time_zone },
  })
}

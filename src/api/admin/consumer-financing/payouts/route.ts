import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sumCaptured } from "../../../../medusa/read-figures"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import type { PayoutsQuery } from "../queries"
import type { ShownPayouts } from "../shown"
import { listPayouts, toRange } from "./list-payouts"

/** Returns the payout report of these days: events, and sums by day. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset, ...query } = req.validatedQuery as PayoutsQuery
  const range = toRange(req.scope, query)
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { environment } = financing.options
  const [page, days, captured_cents, [, open_cases]] = await Promise.all([
    listPayouts(req.scope, range, { take: limit, skip: offset }),
    financing.sumPayoutDays(range),
    sumCaptured(req.scope, range),
    financing.listAndCountFinancingReviewCases(
      { acknowledged_at: null, application: { environment } },
      { take: 1 }
    ),
  ])
  const sum = (name: "requested_cents" | "paid_out_cents" | "refunded_cents") =>
    days.reduce((total, day) => total + day[name], 0)
  const total = {
    requested_cents: sum("requested_cents"),
    paid_out_cents: sum("paid_out_cents"),
    refunded_cents: sum("refunded_cents"),
    captured_cents,
  }
  const shown = { environment, open_cases, time_zone: range.zone }
  const report: ShownPayouts = { ...page, days, total, ...shown, limit, offset }
  res.json(report)
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import type { PayoutRange } from "../../../../../modules/consumer-financing/operations/read-payout-report"
import { PAYOUT_WORDS } from "../../export-words"
import type { PayoutsExportQuery } from "../../queries"
import { dayFormat, dollars, sendCsv } from "../../send-csv"
import { listPayouts, toRange } from "../list-payouts"

/** Exports the payout report as CSV. The service names no deposit date, fee or reference: these stay empty. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { language, ...query } = req.validatedQuery as PayoutsExportQuery
  const { heads, events } = PAYOUT_WORDS[language]
  const range = toRange(req.scope, query)
  const day = dayFormat(range.zone)
  const rows = async function* () {
    for await (const one of eventsOf(req.scope, range)) {
      yield {
        date: day(one.at),
        event: events[one.event],
        order: one.order_display_id ?? "",
        customer: one.customer_name ?? "",
        application: one.application_id,
        amount: dollars(one.cents),
      }
    }
  }
  const csv = { name: "consumer-financing-payouts", heads, timeZone: range.zone, rows: rows() }
  await sendCsv(req, res, csv)
}

/** Holds one day's events in memory. */
async function* eventsOf(scope: MedusaContainer, range: PayoutRange) {
  for (const { day } of await scope.resolve(CONSUMER_FINANCING).sumPayoutDays(range)) {
    const ofDay = { ...range, from: day, to: day }
    yield* (await listPayouts(scope, ofDay, { take: null, skip: 0 })).events
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { OWNER_COLUMNS, readPurchaseSummaries } from "../../../../medusa/read-purchase-summaries"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { PAYOUT_EVENTS } from "../../../../domain/payout-event"
import type { PayoutRange } from "../../../../modules/consumer-financing/operations/read-payout-report"
import type { PayoutsExportQuery } from "../queries"
import type { ShownPayouts } from "../shown"

/** Converts a query to the module's range, in staff's time zone unless the query names another. */
export function toRange(
  scope: MedusaContainer,
  { from, to, event, time_zone }: Omit<PayoutsExportQuery, "language">
): PayoutRange {
  const zone = time_zone ?? scope.resolve(CONSUMER_FINANCING).timeZone
  return { from, to, zone, events: event ?? PAYOUT_EVENTS }
}

/** Lists events in order of time, each with its order's number and customer. */
export async function listPayouts(
  scope: MedusaContainer,
  range: PayoutRange,
  page: { take: number | null; skip: number }
): Promise<Pick<ShownPayouts, "events" | "count">> {
  const financing = scope.resolve(CONSUMER_FINANCING)
  const { events, count } = await financing.listPayoutEvents(range, page)
  const loans = await financing.listFinancingApplications(
    { id: events.map(({ application_id }) => application_id) },
    { select: [...OWNER_COLUMNS], take: null }
  )
  const purchaseOf = await readPurchaseSummaries(scope, loans)
  const purchases = new Map(loans.map((loan) => [loan.id, purchaseOf(loan)]))
  return {
    count,
    events: events.map((event) => {
      const purchase = purchases.get(event.application_id)
      return {
        ...event,
        order_display_id: purchase?.orderNumber ?? null,
        customer_name: purchase?.name ?? null,
      }
    }),
  }
}

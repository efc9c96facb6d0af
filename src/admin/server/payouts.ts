import { useQuery } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { askingEvery } from "./asking"
import { HERE, sdk } from "./sdk"

export const PAYOUT_EVENTS = [
  "requested",
  "paid-out",
  "refunded",
  "partly-refunded",
  "refund-taken-back",
] as const
export type PayoutEventName = (typeof PAYOUT_EVENTS)[number]

/** One movement of money; `cents` is negative for a refund. */
export type PayoutEvent = {
  id: string
  event: PayoutEventName
  /** YYYY-MM-DD in staff's time zone. */
  day: string
  cents: number
  application_id: string
  order_id: string | null
  order_display_id: string | null
  customer_name: string | null
}

type Sums = { requested_cents: number; paid_out_cents: number }

type PayoutReport = {
  events: PayoutEvent[]
  days: (Sums & { day: string })[]
  total: Sums
  time_zone: string
  count: number
}

/** Days (YYYY-MM-DD), both included. */
export type PayoutQuery = { from: string; to: string; event?: readonly PayoutEventName[] }

/** Milliseconds. */
const EVERY = 60_000

export function usePayouts(query: PayoutQuery, page: { limit: number; offset: number }) {
  return useQuery({
    queryKey: [FINANCING, "payouts", query, page],
    queryFn: () =>
      sdk.client.fetch<PayoutReport>(`${HERE}/payouts`, {
        query: { ...query, ...page },
      }),
    placeholderData: (before) => before,
    ...askingEvery(EVERY),
  })
}

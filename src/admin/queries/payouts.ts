import { useQuery } from "@tanstack/react-query"
import { PAYOUT_EVENTS, type PayoutEventName } from "../../domain/payout-event"
import { QUERY_KEY, parseJson } from "./applications"
import { getPollingOptions } from "./polling"
import { API_PATH, sdk } from "./sdk"

/** `cents` is negative for a refund. */
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

type PayoutTotals = { requested_cents: number; paid_out_cents: number; refunded_cents: number }

export type PayoutDay = PayoutTotals & { day: string }

type PayoutReport = {
  events: PayoutEvent[]
  days: PayoutDay[]
  total: PayoutTotals & { captured_cents: number }
  environment: "staging" | "production"
  open_cases: number
  time_zone: string
  count: number
}

/** Days (YYYY-MM-DD), both included. */
export type PayoutQuery = { from: string; to: string; event?: readonly PayoutEventName[] }

export function parseEvents(text: string | undefined): PayoutEventName[] | undefined {
  const names = parseJson<unknown[]>(text)
  const events = PAYOUT_EVENTS.filter((name) => Array.isArray(names) && names.includes(name))
  return events.length > 0 ? events : undefined
}

/** Milliseconds. */
const POLL_INTERVAL = 60_000

export function usePayouts(query: PayoutQuery, page: { limit: number; offset: number }) {
  return useQuery({
    queryKey: [QUERY_KEY, "payouts", query, page],
    queryFn: () =>
      sdk.client.fetch<PayoutReport>(`${API_PATH}/payouts`, {
        query: { ...query, ...page },
      }),
    placeholderData: (previous) => previous,
    ...getPollingOptions(POLL_INTERVAL),
  })
}

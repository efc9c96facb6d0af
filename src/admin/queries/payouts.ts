import { useQuery } from "@tanstack/react-query"
import { PAYOUT_EVENTS, type PayoutEventName } from "../../domain/payout-event"
import { FINANCING, parsed } from "./applications"
import { askingEvery } from "./polling"
import { HERE, sdk } from "./sdk"

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

type Sums = { requested_cents: number; paid_out_cents: number; refunded_cents: number }

export type PayoutDay = Sums & { day: string }

type PayoutReport = {
  events: PayoutEvent[]
  days: PayoutDay[]
  total: Sums & { captured_cents: number }
  environment: "staging" | "production"
  time_zone: string
  count: number
}

/** Days (YYYY-MM-DD), both included. */
export type PayoutQuery = { from: string; to: string; event?: readonly PayoutEventName[] }

/** Reads the events of the page's address; none for any other text. */
export function readEvents(text: string | undefined): PayoutEventName[] | undefined {
  const names = parsed<unknown[]>(text)
  const events = PAYOUT_EVENTS.filter((name) => Array.isArray(names) && names.includes(name))
  return events.length > 0 ? events : undefined
}

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

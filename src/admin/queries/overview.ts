import { useQuery } from "@tanstack/react-query"
import type { HealthProblem, HealthStatus } from "../../domain/health"
import { TASKS as APPLICATION_TASKS, QUERY_KEY } from "./applications"
import { getPollingOptions } from "./polling"
import { API_PATH, sdk } from "./sdk"

export type OrderTotals = { count: number; cents: number; oldest_at: string | null }

export const TASKS = ["decide", ...APPLICATION_TASKS] as const

/** Returns the path of the page that lists a task's applications, or those with a requested payment. */
export const getListPath = (name: (typeof TASKS)[number] | "requested"): string =>
  name === "decide"
    ? "/consumer-financing/attention"
    : `/consumer-financing/applications?task=${name}`

export const AGE_RANGES = ["0-1", "2-3", "4-7", ">7"] as const
export const FUNNEL_STEPS = ["chosen", "applied", "approved", "signed", "shipped"] as const
export const FUNNEL_EXITS = ["declined", "walked_away", "not_offered"] as const

export type Overview = {
  to_do: Record<(typeof TASKS)[number], OrderTotals>
  money: {
    requested: OrderTotals
    paid_out: OrderTotals
    refunded: OrderTotals
    ageing: Record<(typeof AGE_RANGES)[number], OrderTotals>
    /** Median; null if too few were paid out. */
    seconds_to_payout: number | null
  }
  funnel: Record<(typeof FUNNEL_STEPS)[number] | (typeof FUNNEL_EXITS)[number], number> & {
    seconds_to_sign: number | null
  }
  paid_out: { day: string; count: number; cents: number }[]
  orders: { orders: number; financed: number; average_cents: number | null }
  last_postback_at: string | null
  environment: "staging" | "production"
  /** In test mode: orders with open production applications, which the other figures exclude. */
  open_in_production: number
  /** Day boundaries follow this time zone. */
  time_zone: string
  declines: { reason: string; count: number }[]
  /** Health of the environment in use. */
  health: { status: HealthStatus; problems: HealthProblem[] }
}

/** Milliseconds. */
const POLL_INTERVAL = 60_000

/** Days. */
export const PERIODS = ["7", "30"] as const
export type Period = (typeof PERIODS)[number]

export function useOverview(days: Period) {
  return useQuery({
    queryKey: [QUERY_KEY, "overview", days],
    placeholderData: (previous) => previous,
    queryFn: () =>
      sdk.client.fetch<{ overview: Overview }>(`${API_PATH}/overview`, {
        query: { days },
      }),
    ...getPollingOptions(POLL_INTERVAL),
  })
}

import { useQuery } from "@tanstack/react-query"
import type { HealthProblem, HealthStatus } from "../../domain/health"
import { FINANCING } from "./applications"
import { askingEvery } from "./polling"
import { HERE, sdk } from "./sdk"

export type Pile = { count: number; cents: number; oldest_at: string | null }

export const TO_DO = [
  "decide",
  "ship",
  "request_payment",
  "sign_again",
  "in_review",
  "expiring",
] as const
export const AGES = ["0-1", "2-3", "4-7", ">7"] as const
/** How far a purchase came, and where the others went. */
export const STEPS = ["chosen", "applied", "approved", "signed", "shipped"] as const
export const LOSSES = ["declined", "walked_away", "not_offered"] as const

export type Overview = {
  to_do: Record<(typeof TO_DO)[number], Pile>
  money: {
    requested: Pile
    paid_out: Pile
    refunded: Pile
    ageing: Record<(typeof AGES)[number], Pile>
    /** The median, of the last ones; null where too few were paid out. */
    seconds_to_payout: number | null
  }
  funnel: Record<(typeof STEPS)[number] | (typeof LOSSES)[number], number> & {
    seconds_to_sign: number | null
  }
  paid_out: { day: string; count: number; cents: number }[]
  orders: { orders: number; financed: number; average_cents: number | null }
  last_postback_at: string | null
  environment: "staging" | "production"
  /** In which staff's days begin. */
  time_zone: string
  declines: { reason: string; count: number }[]
  /** Of the environment in use. */
  health: { status: HealthStatus; problems: HealthProblem[] }
}

/** Milliseconds: sums of thirty days change slowly. */
const EVERY = 60_000

/** Days that every figure is about. */
export const WINDOWS = ["7", "30"] as const
export type Window = (typeof WINDOWS)[number]

export function useOverview(days: Window) {
  return useQuery({
    queryKey: [FINANCING, "overview", days],
    placeholderData: (before) => before,
    queryFn: () =>
      sdk.client.fetch<{ overview: Overview }>(`${HERE}/overview`, {
        query: { days },
      }),
    ...askingEvery(EVERY),
  })
}

import type { Cents } from "./money"

/** The unit of the service's `loanRate`, which the contract does not state. */
export const LOAN_RATE_UNITS = ["percent", "fraction", "hidden"] as const
export type LoanRateUnit = (typeof LOAN_RATE_UNITS)[number]

/** Converts a loan's rate to percent, without floating-point digits; null for an unknown unit. */
export function toPercent(rate: number | null, unit: LoanRateUnit): number | null {
  if (rate === null || unit === "hidden") return null
  return unit === "fraction" ? Number((rate * 100).toFixed(6)) : rate
}

/**
 * One offer of an approved customer (section "Offer"): a lease, followed by a loan. Terms in months, payments in
 * cents a month, rates and percentages as the service writes them. Null is a missing or unreadable value.
 */
export type FinancingOffer = {
  id: number
  type: string | null
  termMonths: number | null
  leaseMonths: number | null
  loanMonths: number | null
  leasePayment: Cents | null
  loanPayment: Cents | null
  /** The value of the goods when the lease ends, in cents, and as a percentage. */
  residual: Cents | null
  residualPercent: number | null
  loanRate: number | null
  moneyFactor: number | null
}

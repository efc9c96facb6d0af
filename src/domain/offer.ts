import type { Cents } from "./money"

/** What the service means by `loanRate`, which the contract gives no unit. */
export const LOAN_RATE_UNITS = ["percent", "fraction", "hidden"] as const
export type LoanRateUnit = (typeof LOAN_RATE_UNITS)[number]

/** A loan's rate in percent, without the digits that floating point adds; null where its unit is unknown. */
export function toPercent(rate: number | null, unit: LoanRateUnit): number | null {
  if (rate === null || unit === "hidden") return null
  return unit === "fraction" ? Number((rate * 100).toFixed(6)) : rate
}

/**
 * One offer of an approved customer (section "Offer"): a lease, followed by a loan. Terms in months,
 * payments in cents a month, rates and percentages as the service writes them. Null is what the
 * service did not say in a form that could be shown.
 */
export type FinancingOffer = {
  id: number
  type: string | null
  termMonths: number | null
  leaseMonths: number | null
  loanMonths: number | null
  leasePayment: Cents | null
  loanPayment: Cents | null
  /** What the goods are worth when the lease ends, in cents; and as a percentage. */
  residual: Cents | null
  residualPercent: number | null
  loanRate: number | null
  moneyFactor: number | null
}

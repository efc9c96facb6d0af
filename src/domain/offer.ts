/** The unit of the service's `loanRate`, which the contract does not state. */
export const LOAN_RATE_UNITS = ["percent", "fraction", "hidden"] as const
export type LoanRateUnit = (typeof LOAN_RATE_UNITS)[number]

/** Converts a loan's rate to percent, without floating-point digits; null for an unknown unit. */
export function toPercent(rate: number | null, unit: LoanRateUnit): number | null {
  if (rate === null || unit === "hidden") return null
  return unit === "fraction" ? Number((rate * 100).toFixed(6)) : rate
}

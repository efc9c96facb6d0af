import type { Cents } from "./money"

/**
 * One offer of an approved customer (section "Offer"): a lease, followed by a loan. Terms in months,
 * payments in cents a month, rates and percentages as numbers (9.9 is 9.9 %). Null is what the
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

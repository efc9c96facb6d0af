import type { Offer } from "./application"

const PLANS = [
  { id: 101, leaseTerm: 4, loanTerm: 8, loanRate: 9.9 },
  { id: 102, leaseTerm: 5, loanTerm: 19, loanRate: 13.9 },
  { id: 103, leaseTerm: 6, loanTerm: 30, loanRate: 17.9 },
]

const RESIDUAL_PERCENT = 75
const MONEY_FACTOR = 0.0035

function roundToCents(value: number): number {
  return Math.round(value * 100) / 100
}

/** Builds three lease-then-loan offers. Takes integer cents, returns amounts in dollars. */
export function buildOffers(loanAmount: number): Offer[] {
  const price = loanAmount / 100
  return PLANS.map(({ id, leaseTerm, loanTerm, loanRate }) => {
    const residual = price * (RESIDUAL_PERCENT / 100)
    const rate = loanRate / 1200
    return {
      id,
      overallTerm: leaseTerm + loanTerm,
      leaseTerm,
      loanTerm,
      loanRate,
      residualPercent: RESIDUAL_PERCENT,
      moneyFactor: MONEY_FACTOR,
      offerType: "LEASELOAN",
      leasePayment: roundToCents(
        (price - residual) / leaseTerm + (price + residual) * MONEY_FACTOR
      ),
      loanPayment: roundToCents((residual * rate) / (1 - (1 + rate) ** -loanTerm)),
      residualPayment: roundToCents(residual),
    }
  })
}

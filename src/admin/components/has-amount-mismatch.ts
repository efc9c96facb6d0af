import type { MoneyState } from "../../domain/money-state"

/** Both sides are known, and count other amounts. */
export function hasAmountMismatch({ refunded, financed }: MoneyState): boolean {
  return [refunded, financed].some(({ medusa, service }) => {
    const isKnown = medusa?.is_known === true && service?.is_known === true
    return isKnown && medusa.cents !== null && service.cents !== null
      ? medusa.cents !== service.cents
      : false
  })
}

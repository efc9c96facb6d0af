import type { MoneyState } from "../../domain/money-state"

/** Ignores amounts that either side does not know. */
export function hasAmountMismatch({ refunded, financed }: MoneyState): boolean {
  return [refunded, financed].some(({ medusa, service }) => {
    const isKnown = medusa?.is_known === true && service?.is_known === true
    return isKnown && medusa.cents !== null && service.cents !== null
      ? medusa.cents !== service.cents
      : false
  })
}

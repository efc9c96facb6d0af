import type { MoneyState } from "../../domain/money-state"

/** Compares only amounts that both sides know. */
export function hasAmountMismatch({ refunded, financed }: MoneyState): boolean {
  return [refunded, financed].some(({ medusa, service }) => {
    const isKnown = medusa?.is_known === true && service?.is_known === true
    const hasBoth = isKnown && medusa.cents !== null && service.cents !== null
    return hasBoth && medusa.cents !== service.cents
  })
}

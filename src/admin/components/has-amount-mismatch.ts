import type { MoneyState } from "../../domain/money-state"

/**
 * Compares only amounts that both sides know. Skips a refund that staff recorded, because Medusa counts an amount that
 * the service did not pay as refunded.
 */
export function hasAmountMismatch({ refunded, financed }: MoneyState): boolean {
  const compared = refunded.service?.is_recorded ? [financed] : [refunded, financed]
  return compared.some(({ medusa, service }) => {
    const isKnown = medusa?.is_known === true && service?.is_known === true
    const hasBoth = isKnown && medusa.cents !== null && service.cents !== null
    return hasBoth && medusa.cents !== service.cents
  })
}

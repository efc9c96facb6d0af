import { useCallback, useSyncExternalStore } from "react"
import type { CartView } from "./cart-watches"
import { useFinancing } from "./financing-context"

const NOT_WATCHED: CartView = { financing: null, isOver: false }
const subscribeToNothing = () => () => undefined

/**
 * Watches the status of a cart's financing until it is settled. All parts below a provider share one watch.
 * @param cartId null to watch nothing
 */
export function useFinancingStatus(cartId: string | null): CartView & { watchAgain: () => void } {
  const { watches } = useFinancing()
  const subscribe = useCallback(
    (listener: () => void) =>
      cartId === null ? subscribeToNothing() : watches.subscribe(cartId, listener),
    [watches, cartId]
  )
  const read = () => (cartId === null ? NOT_WATCHED : watches.read(cartId))
  const view = useSyncExternalStore(subscribe, read, () => NOT_WATCHED)
  return { ...view, watchAgain: () => cartId !== null && watches.restart(cartId) }
}

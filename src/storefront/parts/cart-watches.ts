import type { CartFinancing } from "../answers"
import { watchStatus } from "../watch-status"

/** The state of a cart's financing that the parts show. */
export type CartView = {
  /** Null until the first answer. */
  financing: CartFinancing | null
  /** The watch has ended: the state is settled, or the shop did not answer in time. */
  isOver: boolean
}

type Watch = {
  view: CartView
  listeners: Set<() => void>
  /** The number of mounted parts that show the status and redirect the shopper to the order. */
  statusParts: number
  stop: () => void
}

type GetStatus = (cartId: string) => Promise<CartFinancing>

const UNKNOWN_VIEW: CartView = { financing: null, isOver: false }
const UNAVAILABLE_VIEW: CartView = { financing: null, isOver: true }

/**
 * One watch per cart, shared by all parts below a provider: an update from one part reaches all others.
 * @param getAsk returns undefined if the shop provides no `getStatus` call
 */
export class CartWatches {
  readonly #watches = new Map<string, Watch>()
  readonly #getAsk: () => GetStatus | undefined

  constructor(getAsk: () => GetStatus | undefined) {
    this.#getAsk = getAsk
  }

  read(cartId: string): CartView {
    return this.#watches.get(cartId)?.view ?? UNKNOWN_VIEW
  }

  /** Watches the cart until the last listener unsubscribes. @returns the unsubscribe function */
  subscribe(cartId: string, listener: () => void): () => void {
    const existing = this.#watches.get(cartId)
    const watch = existing ?? {
      view: UNKNOWN_VIEW,
      listeners: new Set(),
      statusParts: 0,
      stop: () => undefined,
    }
    watch.listeners.add(listener)
    if (!existing) {
      this.#watches.set(cartId, watch)
      this.#run(cartId, watch)
    }
    return () => {
      watch.listeners.delete(listener)
      if (watch.listeners.size > 0) return
      watch.stop()
      this.#watches.delete(cartId)
    }
  }

  /** Requests the status now and restarts the watch. */
  restart(cartId: string): void {
    const watch = this.#watches.get(cartId)
    if (watch) this.#run(cartId, watch)
  }

  restartAll(): void {
    for (const cartId of this.#watches.keys()) this.restart(cartId)
  }

  /** Registers a part that shows the status of a watched cart. @returns the function to remove it */
  addStatusPart(cartId: string): () => void {
    const watch = this.#watches.get(cartId)
    if (!watch) return () => undefined
    watch.statusParts += 1
    return () => {
      watch.statusParts -= 1
    }
  }

  hasStatusPart(cartId: string): boolean {
    return (this.#watches.get(cartId)?.statusParts ?? 0) > 0
  }

  #run(cartId: string, watch: Watch): void {
    const updateView = (view: CartView) => {
      watch.view = view
      for (const listener of watch.listeners) listener()
    }
    watch.stop()
    const ask = this.#getAsk()
    if (!ask) return updateView(UNAVAILABLE_VIEW)
    const controller = new AbortController()
    const { signal } = controller
    watch.stop = () => controller.abort()
    updateView({ ...watch.view, isOver: false })
    const onChange = (financing: CartFinancing) => updateView({ financing, isOver: false })
    void watchStatus(null, cartId, { ask, signal, onChange }).then(() => {
      if (!signal.aborted) updateView({ ...watch.view, isOver: true })
    })
  }
}

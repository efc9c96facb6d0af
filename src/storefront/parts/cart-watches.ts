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

type Ask = (cartId: string) => Promise<CartFinancing>

const UNKNOWN: CartView = { financing: null, isOver: false }
const UNANSWERABLE: CartView = { financing: null, isOver: true }

/**
 * One watch per cart, shared by all parts below a provider: an update from one part reaches all others.
 * @param getAsk returns undefined if the shop provides no `getStatus` call
 */
export class CartWatches {
  readonly #watches = new Map<string, Watch>()
  readonly #getAsk: () => Ask | undefined

  constructor(getAsk: () => Ask | undefined) {
    this.#getAsk = getAsk
  }

  read(cartId: string): CartView {
    return this.#watches.get(cartId)?.view ?? UNKNOWN
  }

  /** Watches the cart until the last listener unsubscribes. @returns the unsubscribe function */
  subscribe(cartId: string, listener: () => void): () => void {
    const known = this.#watches.get(cartId)
    const watch = known ?? {
      view: UNKNOWN,
      listeners: new Set(),
      statusParts: 0,
      stop: () => undefined,
    }
    watch.listeners.add(listener)
    if (!known) {
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
  wake(cartId: string): void {
    const watch = this.#watches.get(cartId)
    if (watch) this.#run(cartId, watch)
  }

  wakeAll(): void {
    for (const cartId of this.#watches.keys()) this.wake(cartId)
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
    const show = (view: CartView) => {
      watch.view = view
      for (const listener of watch.listeners) listener()
    }
    watch.stop()
    const ask = this.#getAsk()
    if (!ask) return show(UNANSWERABLE)
    const controller = new AbortController()
    const { signal } = controller
    watch.stop = () => controller.abort()
    show({ ...watch.view, isOver: false })
    const onChange = (financing: CartFinancing) => show({ financing, isOver: false })
    void watchStatus(null, cartId, { ask, signal, onChange }).then(() => {
      if (!signal.aborted) show({ ...watch.view, isOver: true })
    })
  }
}

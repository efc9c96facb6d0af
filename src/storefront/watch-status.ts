import { ENDED_STATES } from "../domain/application-state"
import type { CartFinancing, FinancingState } from "./answers"
import { getStatus } from "./client"
import type { CallOptions, StoreSdk } from "./sdk"

/** Milliseconds between requests. The shop itself checks the service at most every ten seconds. */
const POLL_DELAYS_MS = [2_000, 3_000, 5_000, 10_000]
const MAX_DELAY_MS = 30_000
/** Milliseconds. After that, shoppers return through the link in their e-mail, or check again. */
const WATCH_TIMEOUT_MS = 15 * 60_000

type State = FinancingState | null

const ENDED: readonly State[] = ENDED_STATES

/** Whether the application is over: declined, cancelled, expired or refunded. */
export const hasEnded = (status: State): boolean => ENDED.includes(status)

/** States with a signed contract. */
const SIGNED: readonly State[] = [
  "ready-to-settle",
  "settling",
  "funded",
  "partly-refunded",
  "refunded",
]

/** Whether the contract is signed, so that the shopper has nothing left to do at the service. */
export const isSigned = (status: State): boolean => SIGNED.includes(status)

/** Whether the cart is an order whose payment, with any method, needs nothing from the shopper. */
export const isPaid = ({ order_id, status }: CartFinancing): boolean =>
  order_id !== null && (status === null || isSigned(status))

/** Whether the state changes only when the shopper or the shop acts. */
export const isSettled = (financing: CartFinancing): boolean => {
  const { status, url } = financing
  const isHeld = status === "needs-attention" && url === null
  return isPaid(financing) || status === null || isHeld || hasEnded(status)
}

export type Watching = CallOptions & {
  /** Called with every answer that differs from the previous one. */
  onChange?: (financing: CartFinancing) => void
  /** Milliseconds until the watch ends. Defaults to 15 minutes. */
  patience?: number
  /** Replaces the request, for example by your own server action. */
  ask?: (cartId: string) => Promise<CartFinancing>
}

/**
 * Polls the status of a cart's financing until it is settled, `patience` has passed, `signal` is aborted or the cart
 * does not exist (404). Intervals grow, hidden pages send no requests, and failed requests are repeated.
 * @returns the last status, or null if there was none
 */
export async function watchStatus(
  sdk: StoreSdk | null,
  cartId: string,
  { onChange, patience = WATCH_TIMEOUT_MS, ask, ...options }: Watching = {}
): Promise<CartFinancing | null> {
  const { signal } = options
  const deadline = Date.now() + patience
  let last: CartFinancing | null = null
  for (let round = 0; !signal?.aborted; round += 1) {
    try {
      const current = ask ? await ask(cartId) : sdk && (await getStatus(sdk, cartId, options))
      if (signal?.aborted || !current) break
      if (JSON.stringify(current) !== JSON.stringify(last)) onChange?.(current)
      last = current
      if (isSettled(current)) break
    } catch (error) {
      if ((error as { status?: number }).status === 404) break
    }
    const delay =
      POLL_DELAYS_MS[round] ??
      Math.min(MAX_DELAY_MS, 10_000 * 1.3 ** (round - POLL_DELAYS_MS.length))
    if (Date.now() + delay > deadline) break
    await sleep(delay, signal)
    await waitUntilVisible(signal)
  }
  return last
}

/** Resolves after the time, or early, without an error, once `signal` is aborted. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener("abort", finish)
  })
}

function waitUntilVisible(signal?: AbortSignal): Promise<void> | undefined {
  if (typeof document === "undefined" || !document.hidden || signal?.aborted) return undefined
  return new Promise((resolve) => {
    const resolveIfVisible = () => {
      if (document.hidden && !signal?.aborted) return
      document.removeEventListener("visibilitychange", resolveIfVisible)
      signal?.removeEventListener("abort", resolveIfVisible)
      resolve()
    }
    document.addEventListener("visibilitychange", resolveIfVisible)
    signal?.addEventListener("abort", resolveIfVisible)
  })
}

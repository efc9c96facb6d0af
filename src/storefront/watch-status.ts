import { ENDED_STATES } from "../domain/application-state"
import type { CartFinancing, FinancingState } from "./answers"
import { getStatus } from "./client"
import type { CallOptions, StoreSdk } from "./sdk"

/** Milliseconds between requests. The shop itself checks the service at most every ten seconds. */
const PAUSES = [2_000, 3_000, 5_000, 10_000]
const LONGEST = 30_000
/** Milliseconds. After that, shoppers return through the link in their e-mail, or check again. */
const PATIENCE = 15 * 60_000

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
 * @returns the last status, or null without one
 */
export async function watchStatus(
  sdk: StoreSdk | null,
  cartId: string,
  { onChange, patience = PATIENCE, ask, ...options }: Watching = {}
): Promise<CartFinancing | null> {
  const { signal } = options
  const end = Date.now() + patience
  let last: CartFinancing | null = null
  for (let round = 0; !signal?.aborted; round += 1) {
    try {
      const now = ask ? await ask(cartId) : sdk && (await getStatus(sdk, cartId, options))
      if (signal?.aborted || !now) break
      if (JSON.stringify(now) !== JSON.stringify(last)) onChange?.(now)
      last = now
      if (isSettled(now)) break
    } catch (error) {
      if ((error as { status?: number }).status === 404) break
    }
    const pause = PAUSES[round] ?? Math.min(LONGEST, 10_000 * 1.3 ** (round - PAUSES.length))
    if (Date.now() + pause > end) break
    await sleep(pause, signal)
    await untilSeen(signal)
  }
  return last
}

/** Resolves after the time, or early, without an error, once `signal` is aborted. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener("abort", done)
  })
}

function untilSeen(signal?: AbortSignal): Promise<void> | undefined {
  if (typeof document === "undefined" || !document.hidden || signal?.aborted) return undefined
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal?.aborted) return
      document.removeEventListener("visibilitychange", look)
      signal?.removeEventListener("abort", look)
      resolve()
    }
    document.addEventListener("visibilitychange", look)
    signal?.addEventListener("abort", look)
  })
}

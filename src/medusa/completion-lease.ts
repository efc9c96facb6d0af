import type { MedusaContainer } from "@medusajs/framework/types"
import { findLinkedOrder } from "./read-store"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { type Lease, nullIfBusy } from "../modules/consumer-financing/coordination/lease"
import { within } from "../modules/consumer-financing/coordination/within"

/** Milliseconds: a completion takes a second or two, and longer with a slow service. */
const PATIENCE = 20_000

/** Milliseconds: several renewals within the shortest lease, a minute. */
const RENEW_EVERY = 10_000

/** Milliseconds after which a hanging completion loses its lease. */
const LONGEST_COMPLETION = 10 * 60_000

/** The queue of this process for one cart. */
type Line = {
  length: number
  /** Settles once the last completion has ended. */
  end: Promise<void>
  /** The cart is an order already, so a second one is impossible. */
  isOrder: boolean
}

const lines = new Map<string, Line>()

/** The right to complete a cart. Always release it. */
type CompletionRight = { release: () => Promise<void> }

/**
 * Takes the lease held while a cart becomes an order. Core's lock covers one process only: two processes that
 * complete a cart at once could create two orders, the second of them with the first one's payment and without a
 * call to the provider. Null while another process holds it.
 * Only the first caller of this process takes the lease. Once the order exists the others need none, because core
 * returns it to them.
 */
export async function takeCompletion(
  container: MedusaContainer,
  cartId: string
): Promise<CompletionRight | null> {
  const giveUpAt = performance.now() + PATIENCE
  const { leases, context } = container.resolve(CONSUMER_FINANCING)
  const line = lines.get(cartId) ?? { length: 0, end: Promise.resolve(), isOrder: false }
  const { before, leave } = joinLine(container, cartId, line)
  try {
    const isTheirTurn = await settlesWithin(PATIENCE, before)
    if (line.isOrder) {
      await before
      return { release: async () => leave() }
    }
    const wait = giveUpAt - performance.now()
    const lease =
      isTheirTurn && wait > 0
        ? await leases.acquire(`complete:${cartId}`, wait).catch(nullIfBusy)
        : null
    if (lease) {
      const renewal = renewWhileHeld(lease)
      const release = async () => {
        clearInterval(renewal)
        try {
          // Uses the same link as core.
          line.isOrder = line.length > 1 && (await findLinkedOrder(context.knex, cartId)) !== null
          await lease.release()
        } finally {
          leave()
        }
      }
      return { release }
    }
  } catch (error) {
    leave()
    throw error
  }
  leave()
  return null
}

/** Settles once no caller in this process completes the cart. */
export async function untilCompleted(cartId: string): Promise<void> {
  await lines.get(cartId)?.end
}

function joinLine(container: MedusaContainer, cartId: string, line: Line) {
  const { longestOperation } = container.resolve(CONSUMER_FINANCING).leases
  const before = line.end
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  lines.set(cartId, line)
  line.length += 1
  // A hanging completion blocks the others no longer than its lease lasts.
  line.end = before
    .then(() => settlesWithin(longestOperation * 1000, left))
    .then(() => {
      line.length -= 1
      if (line.length === 0) lines.delete(cartId)
    })
  return { before, leave }
}

const settlesWithin = (milliseconds: number, promise: Promise<void>): Promise<boolean> =>
  within(milliseconds / 1000, promise).then(
    () => true,
    () => false
  )

/** Renews the lease for a shop's workflow that takes longer. */
function renewWhileHeld(lease: Lease): NodeJS.Timeout {
  const end = performance.now() + LONGEST_COMPLETION
  const renewal = setInterval(() => {
    if (performance.now() > end) clearInterval(renewal)
    // A failed renewal is retried long before the lease expires.
    else lease.renew().catch(() => undefined)
  }, RENEW_EVERY)
  return renewal.unref()
}

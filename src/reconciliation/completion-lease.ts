import type { MedusaContainer } from "@medusajs/framework/types"
import { findLinkedOrder } from "../medusa/read-store"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Lease } from "../modules/consumer-financing/coordination/lease"
import { nullIfBusy } from "./turn"
import { within } from "./within"

/** Milliseconds: a completion takes a second or two; this one waits for a slow service, too. */
const PATIENCE = 20_000

/** Milliseconds: several times within the shortest lease, a minute. */
const RENEW_EVERY = 10_000

/** Milliseconds after which a completion that hangs loses its lease. */
const LONGEST_COMPLETION = 10 * 60_000

/** Those in this process who complete one cart, one after the other. */
type Line = {
  length: number
  /** Settles once the last of them is done. */
  end: Promise<void>
  /** The cart is an order: nobody can make another one of it. */
  isOrder: boolean
}

const lines = new Map<string, Line>()

/** The right to complete a cart. Give it back, whatever came of it. */
type CompletionRight = { release: () => Promise<void> }

/**
 * Held while a cart becomes an order. Core's own lock keeps apart what one process does; of two that
 * complete a cart at once each may make an order, and the second one is then given the first one's
 * payment without our provider being asked. Null while somebody else is at it.
 *
 * However many complete the same cart, only the first in this process asks for the lease. Once there is an
 * order the others need none: core answers them with it, one by one.
 */
export async function takeCompletion(
  container: MedusaContainer,
  cartId: string
): Promise<CompletionRight | null> {
  const giveUpAt = performance.now() + PATIENCE
  const { leases } = container.resolve(CONSUMER_FINANCING)
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
      return { release: () => release(container, { cartId, line, lease, renewal, leave }) }
    }
  } catch (error) {
    leave()
    throw error
  }
  leave()
  return null
}

/** Settles once nobody in this process completes the cart any more: whoever asked for it has been answered. */
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
  // One that hangs keeps the others waiting for no longer than its lease lasts.
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

/** A workflow of the shop may take longer than the lease lasts. */
function renewWhileHeld(lease: Lease): NodeJS.Timeout {
  const end = performance.now() + LONGEST_COMPLETION
  const renewal = setInterval(() => {
    if (performance.now() > end) clearInterval(renewal)
    // A renewal that fails is repeated long before the lease expires.
    else lease.renew().catch(() => undefined)
  }, RENEW_EVERY)
  return renewal.unref()
}

type Held = {
  cartId: string
  line: Line
  lease: Lease
  renewal: NodeJS.Timeout
  leave: () => void
}

async function release(
  container: MedusaContainer,
  { cartId, line, lease, renewal, leave }: Held
): Promise<void> {
  clearInterval(renewal)
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  try {
    // By the very link that core goes by.
    line.isOrder = line.length > 1 && (await findLinkedOrder(knex, cartId)) !== null
    await lease.release()
  } finally {
    leave()
  }
}

import { sentence } from "../../../translation/sentence"
import type { Context } from "../context"
import { type Lease, LeaseBusy } from "../coordination/lease"

const BUSY =
  "Your financing is being worked on at this moment. Please try again in a few seconds, or pay another way."

/**
 * Runs the work while nobody else files, adopts, chooses for or ends an application of the cart.
 * Waits as long as a create may take, then throws a sentence for the shopper.
 */
export async function underCartLease<Result>(
  context: Context,
  cartId: string,
  work: (lease: Lease) => Promise<Result>
): Promise<Result> {
  const longestCreate = context.options.deadlines.create + context.options.deadlines.token
  const lease = await context.leases.acquire(`cart:${cartId}`, longestCreate).catch((error) => {
    throw error instanceof LeaseBusy ? sentence(BUSY) : error
  })
  try {
    return await work(lease)
  } finally {
    await lease.release()
  }
}

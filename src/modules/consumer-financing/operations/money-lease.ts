import { LeaseBusy, type Lease } from "../coordination/lease"
import type { Context } from "../context"
import { sentence } from "../../../translation/sentence"

/**
 * One money operation at a time per application, across processes. A busy application refuses a
 * second one with a sentence rather than queueing it behind the first.
 */
export async function underMoneyLease<Result>(
  context: Context,
  applicationId: string,
  act: (lease: Lease) => Promise<Result>
): Promise<Result> {
  const lease = await takeLease(context, applicationId)
  try {
    return await act(lease)
  } finally {
    await lease.release()
  }
}

/** The same for what can wait: null, and nothing done, while a money operation is under way. */
export async function ifNoMoneyMoves<Result>(
  context: Context,
  applicationId: string,
  act: () => Promise<Result>
): Promise<Result | null> {
  const lease = await context.leases.acquire(`money:${applicationId}`).catch((error: unknown) => {
    if (error instanceof LeaseBusy) return null
    throw error
  })
  try {
    return lease && (await act())
  } finally {
    await lease?.release()
  }
}

async function takeLease(context: Context, applicationId: string): Promise<Lease> {
  try {
    return await context.leases.acquire(`money:${applicationId}`)
  } catch (error) {
    if (error instanceof LeaseBusy) {
      throw sentence(
        "Another settle, cancel or refund of this financing is under way. Wait for it to finish, then look at the order again before repeating this."
      )
    }
    throw error
  }
}

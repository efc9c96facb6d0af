import { NotSent } from "../../../translation/sentence"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { FinancingError } from "../../../financing-api"
import { sentence } from "../../../translation/sentence"
import {
  type Attempt,
  giveBackAttempts,
  takeAttempts,
  takeWatchedAttempts,
} from "../coordination/attempts"
import type { Context } from "../context"

const HOUR = 60 * 60

const TOO_MANY =
  "Too many financing applications were begun in a short time. Please wait a while and try again, or pay another way."

/** Answers that the service gave: everything else that did not happen never reached it. */
const SENT = ["refused", "rate_limited"]

/** A create that was counted. */
export type CountedCreate = {
  /** What became of it otherwise: one that was never sent counts nothing. */
  failed: (error: unknown) => Promise<void>
  /** There were more in the shop within an hour than is usual. */
  isUnusual: boolean
}

/**
 * Counts an application that is about to be filed for a shopper's cart. Throws a sentence for the shopper
 * once there were too many for the cart, for its e-mail or phone, or, where the merchant wants that,
 * for the shop.
 */
export async function countCreate(
  context: Context,
  snapshot: OrderSnapshot
): Promise<CountedCreate> {
  const counted = attemptsOf(context, snapshot)
  const { alarmPerShop } = context.options.applicationLimits
  const usual = { whose: "create:usual", calls: alarmPerShop, seconds: HOUR }
  const { wait, isUnusual } = await takeWatchedAttempts(context, counted, [usual])
  if (wait !== null) {
    throw sentence(TOO_MANY)
  }
  const taken = isUnusual ? counted : [...counted, usual]
  return {
    failed: async (error) => {
      if (wasNeverSent(error)) await giveBackAttempts(context, taken)
    },
    isUnusual,
  }
}

function attemptsOf({ options }: Context, { cartId, email, cellPhone }: OrderSnapshot): Attempt[] {
  const { perCart, perContact, perShop } = options.applicationLimits
  const of = (whose: string, calls: number) => ({ whose: `create:${whose}`, calls, seconds: HOUR })
  return [
    of(`cart:${cartId}`, perCart),
    of(`email:${email.toLowerCase()}`, perContact),
    ...(cellPhone === null ? [] : [of(`phone:${cellPhone}`, perContact)]),
    ...(perShop === null ? [] : [of("shop", perShop)]),
  ]
}

function wasNeverSent(error: unknown): boolean {
  if (error instanceof NotSent) return true
  return (
    error instanceof FinancingError &&
    error.outcome === "did-not-happen" &&
    !SENT.includes(error.code)
  )
}

/**
 * So many applications in an hour that somebody may be filing them in a loop: said once an hour, and
 * nothing is refused for it, or a stranger could stop all sales.
 */
export async function tellOfManyCreates(context: Context, applicationId: string): Promise<void> {
  const { alarmPerShop } = context.options.applicationLimits
  const alarm = { whose: "create:alarm", calls: 1, seconds: HOUR }
  if ((await takeAttempts(context, [alarm])) === null) {
    await context.timeline.note(applicationId, "too-many-applications", { an_hour: alarmPerShop })
    context.log.warn(
      `consumer-financing: more than ${alarmPerShop} applications were begun within an hour. If that is not your own success, somebody begins them in a loop: see applicationLimits in docs/configuration.md.`
    )
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { decide, type Observation } from "../domain/decide"
import type { Move } from "../domain/next-move"
import { causeOfDoubt } from "../domain/doubt"
import type { LimitReached } from "../domain/time-limits"
import { isTestData } from "../domain/test-data"
import { compareAmounts } from "../translation/compare-amounts"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { deedsOf, openOperationOf } from "../modules/consumer-financing/store/aggregate"
import type { PaymentSide } from "../translation/store-side"
import { readStoreAmounts } from "../translation/store-amounts"
import { isRefundBeingCounted } from "../medusa/is-refund-being-counted"
import { type OrderNow, readOrderNow } from "../medusa/read-order-now"
import type { SyncApplicationInput } from "./sync-input"
import { mendBooks } from "./mend-books"
import type { WholeOrder } from "../medusa/read-store"
import type { Looked } from "./look-at-service"
import { observeStore, type Seen } from "./read-store-side"

export type Decision = Seen & {
  move: Move
  limit: LimitReached
  /** It is ended because it was approved for something else than there is by now. */
  isLate: boolean
  /** It was applied for in staging, while real loans are made. */
  isTestData: boolean
  order: OrderNow
  /** A money operation of ours is not finished. */
  open: boolean
  /** Nothing is under way on either side: what this sync does not find is settled. */
  conclusive: boolean
  /** What it was decided by; null where nothing was. */
  observed: Observation | null
}

/** Seconds until an order is looked at again that was just begun to be made of its cart. */
const COMPLETION_SOON = 5

/** Seconds until it is looked again what an order costs of which something is just being refunded. */
const REFUND_TAKES = 60

const UNDECIDED = {
  move: "wait",
  limit: null,
  isLate: false,
  isTestData: false,
  order: { settleIsDue: false, edit: null, unfulfilled: null },
  open: false,
  conclusive: false,
  observed: null,
} as const

/**
 * Brings Medusa's own rows about the order's money in order, reads its side, and decides the one next
 * move by the table in the domain, the merchant's time limits applied.
 */
export async function decideMove(
  container: MedusaContainer,
  { input, looked: before }: { input: SyncApplicationInput; looked: Looked }
): Promise<Decision> {
  const { looked, order: whole } = await bringBooksInOrder(container, before)
  const seen = await observeStore(container, looked, whole)
  const financing = container.resolve(CONSUMER_FINANCING)
  if (seen.isBeingCompleted) {
    // Ever later: a completion whose process died uses up few of the schedule's frequent looks.
    const seconds = Math.max(COMPLETION_SOON, seen.orderAge ?? 0)
    await financing.lookWithin(seen.applicationId, seconds)
  }
  if (seen.code === null || seen.isBeingCompleted) {
    return { ...seen, ...UNDECIDED }
  }
  const known = await financing.readAggregate(seen.applicationId)
  const { application } = known
  const { standing } = seen
  const now = financing.clock.now()
  // A code that nobody knows, after the service confirmed that we ended it, takes nothing of that back.
  const code = seen.code === "unknown" ? (deedsOf(known, now).ended ?? seen.code) : seen.code
  const askedFor = standing === "changed-request" ? application.requested_order_id : null
  if (askedFor && (await isRefundBeingCounted(container, askedFor))) {
    await financing.lookWithin(seen.applicationId, REFUND_TAKES)
    return { ...seen, code: null, ...UNDECIDED }
  }
  const shopperIsPresent = input.cause === "return" || application.shopper_returned
  const isPaidFor =
    application.settled ||
    application.state === "settling" ||
    isCapturedOn(application, seen.payment)
  const open = openOperationOf(known, now)
  // A partial refund has put a new token before the one that was looked at, and which reads refunded.
  if (known.tip !== null && known.tip.position !== seen.position) {
    await financing.lookSoon(seen.applicationId)
    return { ...seen, code: null, ...UNDECIDED }
  }
  if (open?.doubtful) {
    const { cause, reason } = causeOfDoubt(open.operation, {
      code,
      hasLink: application.customer_url !== null,
    })
    await financing.askForAttention(application.id, cause, reason)
    await financing.clearAttention(application.id, cause === "doubt" ? "sign-again" : "doubt")
  }
  const isTest = isTestData(application.environment, financing.options.environment)
  const order = await readOrderNow(container, seen, { ...known, order: whole })
  const observed: Observation = {
    standing,
    code,
    hoursOpen: hoursBetween(application.created_at, now),
    hoursReady: application.ready_at ? hoursBetween(application.ready_at, now) : null,
    shopperIsPresent,
    amountsAgree: compareAmounts(application, seen.payment, now).agree,
    settleIsDue: order.settleIsDue,
    orderIsEdited: order.edit !== null,
    isPaidFor,
    isTestData: isTest,
    open: open && {
      kind: open.operation.kind,
      attempts: open.operation.attempts,
      doubtful: open.doubtful,
      secondsInDoubt: hoursBetween(open.operation.deadline_at, now) * 3600,
    },
  }
  const { action, limit, isLate } = decide(observed, financing.options)
  return {
    ...seen,
    code,
    limit,
    order,
    open: open !== null,
    conclusive: open === null,
    isLate,
    isTestData: isTest,
    move: action,
    observed,
  }
}

/** Before anything is decided by them. */
async function bringBooksInOrder(
  container: MedusaContainer,
  looked: Looked
): Promise<{ looked: Looked; order: WholeOrder | null }> {
  const { applicationId, code, isRefunded } = looked
  if (code === null && !isRefunded) {
    return { looked, order: null }
  }
  const { due, order } = await mendBooks(container, applicationId)
  if (due !== null) {
    await container.resolve(CONSUMER_FINANCING).lookWithin(applicationId, due)
  }
  return { looked: { ...looked, booksDue: due }, order }
}

/** Medusa captured on it, and by its rows or by our own book not all of that was given back. */
function isCapturedOn(
  { financed_cents, refunded_cents }: ApplicationRecord,
  payment: PaymentSide | null
): boolean {
  const { captured, refunded } = readStoreAmounts(payment)
  return captured > refunded || (captured > 0 && refunded_cents < financed_cents)
}

function hoursBetween(date: Date | string, now: number): number {
  return (now - new Date(date).getTime()) / 3_600_000
}

import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { phaseOf } from "../../../domain/status-codes"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { checkStatus } from "./check-status"
import { type ApplicationState, hasEnded } from "../../../domain/application-state"
import { readStoredOffers } from "../../../translation/offers"
import { userError } from "../../../translation/user-error"
import type { Lease } from "../coordination/lease"
import { cents, type Cents } from "../../../domain/money"

const HOUR = 60 * 60 * 1000

/** The purchase and the customer of an application. */
export type Applying = {
  snapshot: OrderSnapshot
  /** The phone of the shop's own form. */
  sentPhone?: string | undefined
}

/** Applications of the same purchase that decide about a new one. */
export type Filed = {
  live: ApplicationRecord | null
  /** A recent decline of exactly this purchase, which is repeated. */
  declined: ApplicationRecord | null
  /** Whether an application matches the purchase, contact and environment. */
  isSame: (application: ApplicationRecord) => boolean
}

/**
 * Whether the customer can continue the application for exactly this purchase in the current environment. A changed
 * contact makes it stale until the signature, which only the service knows of.
 */
export async function canContinue(
  context: Context,
  live: ApplicationRecord,
  { snapshot, sentPhone }: Applying
): Promise<boolean> {
  const isHere = live.environment === context.options.environment
  const isFor = isHere && isUsable(live) && context.fingerprints.isUnchanged(live, snapshot)
  if (!isFor) return false
  if (context.fingerprints.isSameContact(live, snapshot, sentPhone)) return true
  const { code } = await checkStatus(context, live)
  return !["applying", "in-review", "ended"].includes(phaseOf(code))
}

/** Finds the live application and a repeatable decline with one statement. */
export async function findFiled(
  context: Context,
  { snapshot, sentPhone }: Applying
): Promise<Filed> {
  const { environment, timeLimits } = context.options
  const since = context.clock.dateIn(-timeLimits.declinedHours * HOUR)
  const rows = await listFiled(context, snapshot.cartId)
  const isSame = (application: ApplicationRecord) =>
    application.environment === environment &&
    context.fingerprints.isUnchanged(application, snapshot) &&
    context.fingerprints.isSameContact(application, snapshot, sentPhone)
  const newest = rows.find((row) => !isUnsent(row) && isSame(row))
  const isRecent = newest?.declined_at != null && new Date(newest.declined_at) > since
  return {
    live: pickLive(rows),
    declined: newest && isRecent && isOver(newest) ? newest : null,
    isSame,
  }
}

/** Searches both environments: after a switch the other one's application stays live until it is replaced. */
export async function findLive(
  context: Context,
  purchaseId: string
): Promise<ApplicationRecord | null> {
  return pickLive(await listFiled(context, purchaseId))
}

const pickLive = (rows: ApplicationRecord[]) =>
  rows.find(({ live_key }) => live_key !== null) ?? null

/** Lists the applications of a cart or of a requested order, newest first. */
async function listFiled(context: Context, purchaseId: string): Promise<ApplicationRecord[]> {
  return await context
    .knex("financing_application")
    .where({ deleted_at: null })
    .where((query) => {
      void query.where({ cart_id: purchaseId }).orWhere({ requested_order_id: purchaseId })
    })
    .orderBy("attempt", "desc")
    .select<ApplicationRecord[]>("*")
}

/** Refused at creation (without a code), or declined later. */
const isOver = ({ state, code }: ApplicationRecord) => state === "declined" || code === null

const isUnsent = ({ state, code, declined_at }: ApplicationRecord) =>
  state === "cancelled" && code === null && declined_at === null

/** States after the customer's signature, which need no address. */
const SIGNED: readonly ApplicationState[] = [
  "under-review",
  "ready-to-settle",
  "settling",
  "funded",
]

/** Whether the customer can continue or has finished it, so it can be adopted. A create in doubt has no address. */
export function isUsable(live: ApplicationRecord): boolean {
  const { cancelling, state } = live
  const goesOn =
    state !== "created" && (live.customer_url !== null || continuesWithoutAddress(live))
  return !cancelling && !hasEnded(state) && (goesOn || SIGNED.includes(state))
}

/**
 * Whether it continues without a known address: the service sent the pre-approved customer a link, or a full
 * application waits for the service or for the choice of an offer. A full application approved without a known offer
 * could never be signed.
 */
function continuesWithoutAddress({ kind, code, offers }: ApplicationRecord): boolean {
  if (kind === "pre-approval") return true
  return kind === "full" && (code !== "A" || readStoredOffers(offers).length > 0)
}

/**
 * Whether the customer has begun the application, checked at the service. A storefront creates a payment session,
 * and so a hosted application, before the shopper picks another way; that way replaces it only while it is
 * untouched.
 */
export async function hasBegun(context: Context, live: ApplicationRecord): Promise<boolean> {
  if (live.kind !== "hosted") {
    return true
  }
  const { code, application } = await checkStatus(context, live)
  return code !== "P" && !hasEnded(application.state)
}

const BUSY =
  "Your financing is being worked on at this moment. Please try again in a few seconds, or pay another way."

/**
 * Runs the work under the cart's lease, which excludes any other change of the cart's applications. Waits as long as
 * a create may take, then throws a message for the shopper.
 */
export async function withCartLease<Result>(
  context: Context,
  cartId: string,
  work: (lease: Lease) => Promise<Result>
): Promise<Result> {
  const { create, token } = context.options.deadlines
  const lease = { name: `cart:${cartId}`, waitMilliseconds: create + token }
  return await context.leases.withLease({ ...lease, busy: () => userError(BUSY) }, work)
}

export type AdoptInput = {
  orderId: string
  paymentSessionId: string
  amount: Cents
}

/**
 * Attaches an order's payment session to the live application that staff requested. Null when none exists over this
 * amount.
 */
export async function adoptRequest(
  context: Context,
  { orderId, paymentSessionId, amount }: AdoptInput
): Promise<ApplicationRecord | null> {
  return await withCartLease(context, orderId, async () => {
    const live = await findLive(context, orderId)
    const isOpen = live !== null && live.order_id === null && isUsable(live)
    if (!isOpen || cents(live.financed_cents) !== amount) {
      return null
    }
    await context.applications.attachSession(live.id, paymentSessionId)
    return live
  })
}

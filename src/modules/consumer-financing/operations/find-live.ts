import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { phaseOf } from "../../../domain/status-codes"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { checkStatus } from "./check-status"
import { type ApplicationState, hasEnded } from "../../../domain/application-state"
import { readStoredOffers } from "../../../translation/offers"
import { sentence } from "../../../translation/sentence"
import type { Lease } from "../coordination/lease"
import { cents, type Cents } from "../../../domain/money"
import { describeForStaff } from "../../../domain/eligibility"
import {
  type BuyingRecord,
  judgeBuying,
  type Refusal,
  rulesOf,
} from "../../../translation/eligibility"

const HOUR = 60 * 60 * 1000

/** What is applied for, and for whom. */
export type Applying = {
  snapshot: OrderSnapshot
  /** The phone of the shop's own form, where one is sent. */
  sentPhone?: string | undefined
}

/** The applications of a purchase that answer another one for it. */
export type Filed = {
  live: ApplicationRecord | null
  /** The service declined exactly this, recently enough to repeat the answer. */
  declined: ApplicationRecord | null
  /** Whether an application is for the same purchase, contact and environment. */
  isSame: (application: ApplicationRecord) => boolean
}

/**
 * Whether the customer can continue the application, for exactly this, in the current environment. Until
 * the signature a changed contact makes the application stale; only the service knows of the signature.
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

/** Finds the live application and a repeatable decline by one statement. */
export async function findFiled(
  context: Context,
  { snapshot, sentPhone }: Applying
): Promise<Filed> {
  const { environment, timeLimits } = context.options
  const since = context.clock.dateIn(-timeLimits.declinedHours * HOUR)
  const rows = await listFiled(context, snapshot.cartId)
  const isSame = (one: ApplicationRecord) =>
    one.environment === environment &&
    context.fingerprints.isUnchanged(one, snapshot) &&
    context.fingerprints.isSameContact(one, snapshot, sentPhone)
  const newest = rows.find((one) => !wasNeverSent(one) && isSame(one))
  const isRecent = newest?.declined_at != null && new Date(newest.declined_at) > since
  return {
    live: pickLive(rows),
    declined: newest && isRecent && isOver(newest) ? newest : null,
    isSame,
  }
}

/** In either environment: after a switch, the cart's application in the other one stays live until replaced. */
export async function findLive(
  context: Context,
  purchaseId: string
): Promise<ApplicationRecord | null> {
  return pickLive(await listFiled(context, purchaseId))
}

const pickLive = (rows: ApplicationRecord[]) =>
  rows.find(({ live_key }) => live_key !== null) ?? null

/** The applications of a cart or of a requested order, newest first. */
async function listFiled(context: Context, purchaseId: string): Promise<ApplicationRecord[]> {
  return await context
    .knex("financing_application")
    .where({ deleted_at: null })
    .where((whose) => {
      void whose.where({ cart_id: purchaseId }).orWhere({ requested_order_id: purchaseId })
    })
    .orderBy("attempt", "desc")
    .select<ApplicationRecord[]>("*")
}

/** Refused at creation (without a code), or declined later. */
const isOver = ({ state, code }: ApplicationRecord) => state === "declined" || code === null

const wasNeverSent = ({ state, code, declined_at }: ApplicationRecord) =>
  state === "cancelled" && code === null && declined_at === null

/** States in which the customer has done their part: no address is needed any more. */
const SIGNED: readonly ApplicationState[] = [
  "under-review",
  "ready-to-settle",
  "settling",
  "funded",
]

type Live = Pick<
  ApplicationRecord,
  "kind" | "state" | "code" | "cancelling" | "customer_url" | "offers"
>

/** Adoptable: the customer can go on with it, or has finished it. A create in doubt has no address. */
export function isUsable(live: Live): boolean {
  const { cancelling, state } = live
  const goesOn = state !== "created" && (live.customer_url !== null || goesOnWithoutAddress(live))
  return !cancelling && !hasEnded(state) && (goesOn || SIGNED.includes(state))
}

/**
 * To a pre-approved customer the service has sent a link. A full application has no page: it waits
 * for the service, or for the choice of an offer. Approved without one that is known here, the
 * customer could never sign.
 */
function goesOnWithoutAddress({ kind, code, offers }: Live): boolean {
  if (kind === "pre-approval") return true
  return kind === "full" && (code !== "A" || readStoredOffers(offers).length > 0)
}

/**
 * A storefront makes a payment session, and so a hosted application, before the shopper says that
 * they want another way. While nothing happened there, the other way takes its place; once it did, a
 * second application would be one too many. Asked at the service, since nobody may have told us.
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
 * Runs the work while nobody else files, adopts, chooses for or ends an application of the cart.
 * Waits as long as a create may take, then throws a sentence for the shopper.
 */
export async function underCartLease<Result>(
  context: Context,
  cartId: string,
  work: (lease: Lease) => Promise<Result>
): Promise<Result> {
  const { create, token } = context.options.deadlines
  const lease = { name: `cart:${cartId}`, waitMilliseconds: create + token }
  return await context.leases.holding({ ...lease, busy: () => sentence(BUSY) }, work)
}

export type AdoptInput = {
  orderId: string
  paymentSessionId: string
  /** What the session is for. */
  amount: Cents
}

/**
 * Lets a payment session of an order rest on the live application that staff asked its customer for.
 * Null when there is none over this very amount.
 */
export async function adoptRequest(
  context: Context,
  { orderId, paymentSessionId, amount }: AdoptInput
): Promise<ApplicationRecord | null> {
  return await underCartLease(context, orderId, async () => {
    const live = await findLive(context, orderId)
    const isOpen = live !== null && live.order_id === null && isUsable(live)
    if (!isOpen || cents(live.financed_cents) !== amount) {
      return null
    }
    await context.applications.attachSession(live.id, paymentSessionId)
    return live
  })
}

export type Excluding = {
  /** Who buys what. */
  record: BuyingRecord
  snapshot: OrderSnapshot
  /** Staff ask, for a draft or an order. */
  forStaff?: boolean
}

/**
 * Why the merchant's settings keep a purchase from being financed, in words for the shopper or for
 * staff; null when they do not. What was applied for before they did goes on.
 */
export async function findExclusion(
  context: Context,
  { record, snapshot, forStaff = false }: Excluding
): Promise<Refusal | null> {
  const { total, address } = snapshot
  const checkout = rulesOf(context.options)
  const describe = forStaff ? describeForStaff : undefined
  const found = judgeBuying(record, { total, state: address.state, checkout }, describe)
  const live = found && (await findLive(context, snapshot.cartId))
  return live && (await canContinue(context, live, { snapshot })) ? null : found
}

import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { phaseOf } from "../../../domain/status-codes"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { checkStatus } from "./check-status"
import { isUsable } from "./is-usable"

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

/** Whether the purchase, as it is, has an application that its customer can continue. */
export async function hasUsable(context: Context, snapshot: OrderSnapshot): Promise<boolean> {
  const live = await findLive(context, snapshot.cartId)
  return live !== null && (await canContinue(context, live, { snapshot }))
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

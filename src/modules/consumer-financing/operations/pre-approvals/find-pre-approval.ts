import { createHash } from "node:crypto"
import { isOver } from "../../../../domain/pre-approval"
import type { Context } from "../../context"
import type { ApplicationRecord, PreApprovalRecord } from "../../records"

/** The cart's owner. Never identified by an e-mail address or by browser input. */
export type Buyer = {
  cartId: string
  /** The customer with an account who was logged in when the cart became theirs; null for a guest. */
  customerId: string | null
}

/** Maximum number of a shopper's pre-approvals considered, newest first. */
const MOST = 20

/**
 * Finds the pre-approval of a cart's shopper: attached to this cart by its claim, or else owned by the logged-in
 * customer. Returns the newest usable one, else the newest.
 */
export async function findPreApproval(
  context: Context,
  { cartId, customerId }: Buyer
): Promise<PreApprovalRecord | null> {
  const brought = await findUsable(context, { cart_id: cartId, customer_id: null })
  if (brought) return brought
  return customerId === null ? null : await findPreApprovalOfCustomer(context, customerId)
}

export async function findPreApprovalOfCustomer(
  context: Context,
  customerId: string
): Promise<PreApprovalRecord | null> {
  return await findUsable(context, { customer_id: customerId })
}

/** Whether it can be used now or may become usable, so that no new one is needed. */
export function isOpen(
  { state, application_id, expires_at }: PreApprovalRecord,
  now: number
): boolean {
  return application_id === null && !isOver(state) && new Date(expires_at).getTime() > now
}

/** Finds the newest usable pre-approval, else the newest. */
async function findUsable(
  context: Context,
  filter: { cart_id?: string; customer_id: string | null }
): Promise<PreApprovalRecord | null> {
  const newestFirst = await context.rows.listFinancingPreApprovals(
    { ...filter, environment: context.options.environment },
    { order: { created_at: "DESC" }, take: MOST }
  )
  const open = newestFirst.filter((one) => isOpen(one, context.clock.now()))
  return open.find(({ state }) => state === "approved") ?? open[0] ?? newestFirst[0] ?? null
}

/** Needs no key: 256 random bits cannot be guessed, and a rotated secret must not invalidate a claim. */
export function hashClaim(claim: string): string {
  return createHash("sha256").update(claim).digest("base64url")
}

/**
 * Attaches a guest's pre-approval to a cart; until it is used, it can move to another cart. Null for an unknown
 * claim and for one that another cart has used, without a difference.
 */
export async function attachClaim(
  context: Context,
  { claim, cartId }: { claim: string; cartId: string }
): Promise<PreApprovalRecord | null> {
  const known = { claim_hash: hashClaim(claim), environment: context.options.environment }
  const now = context.clock.dateIn(0)
  await context
    .knex("financing_pre_approval")
    .where({ ...known, application_id: null, deleted_at: null })
    .update({ cart_id: cartId, attached_at: now, updated_at: now })
  const [attached] = await context.rows.listFinancingPreApprovals(
    { ...known, cart_id: cartId },
    { take: 1 }
  )
  return attached ?? null
}

const IS_DUE = "next_check_at <= now() and deleted_at is null"

/** Counts pre-approvals with a due status check, up to `limit`. */
export async function countDuePreApprovals({ knex }: Context, limit: number): Promise<number> {
  const { rows } = await knex.raw<{ rows: unknown[] }>(
    `select 1 from financing_pre_approval where ${IS_DUE} limit ?`,
    [limit]
  )
  return rows.length
}

/** Claims up to `limit` due pre-approvals, each for one caller. */
export async function claimDuePreApprovals({ knex }: Context, limit: number): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
    `update financing_pre_approval set next_check_at = now() + interval '2 minutes'
     where id in (
       select id from financing_pre_approval where ${IS_DUE}
       order by next_check_at limit ? for update skip locked
     ) returning id`,
    [limit]
  )
  return rows.map(({ id }) => id)
}

export type TakeablePreApproval = PreApprovalRecord & { token: string }

/**
 * Assigns a pre-approval to one application for good. One statement, so that only one of several carts wins. The
 * application keeps its token whether or not the next call succeeds.
 */
export async function takePreApproval(
  context: Context,
  { id, token }: TakeablePreApproval,
  application: ApplicationRecord
): Promise<boolean> {
  const now = context.clock.dateIn(0)
  const taken = await context
    .knex("financing_pre_approval")
    .where({ id, state: "approved", application_id: null, deleted_at: null })
    .where("expires_at", ">", now)
    .update({ application_id: application.id, next_check_at: null, updated_at: now })
    .returning("id")
  if (taken.length === 0) {
    return false
  }
  await context.tokens.add(application, token)
  return true
}

/** Releases a pre-approval whose cart was certainly not attached, and checks it again. */
export async function releasePreApproval(context: Context, applicationId: string): Promise<void> {
  const [used] = await context.rows.listFinancingPreApprovals(
    { application_id: applicationId },
    { take: 1 }
  )
  if (used) {
    await context.rows.deleteFinancingTokens({ application_id: applicationId })
    await context.rows.updateFinancingPreApprovals({
      id: used.id,
      application_id: null,
      checks_done: 0,
      next_check_at: context.clock.dateIn(0),
    })
  }
}

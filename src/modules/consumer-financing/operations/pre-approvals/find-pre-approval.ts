import { createHash, randomBytes } from "node:crypto"
import { isOver } from "../../../../domain/pre-approval"
import type { Context } from "../../context"
import type { ApplicationRecord, PreApprovalRecord } from "../../records"

/** Whose cart it is: never an e-mail address, never anything that a browser says. */
export type Buyer = {
  cartId: string
  /** The customer with an account, logged in as the cart became theirs; null for a guest. */
  customerId: string | null
}

/** How many of a shopper's pre-approvals are considered, the newest first. */
const MOST = 20

/**
 * The pre-approval of a cart's shopper: brought to this very cart by its claim, or else the logged-in
 * customer's own. The newest that can still be used, else the newest.
 */
export async function findPreApproval(
  context: Context,
  { cartId, customerId }: Buyer
): Promise<PreApprovalRecord | null> {
  const brought = pick(context, await list(context, { cart_id: cartId, customer_id: null }))
  if (brought) {
    return brought
  }
  return customerId === null ? null : await findOfCustomer(context, customerId)
}

export async function findOfCustomer(
  context: Context,
  customerId: string
): Promise<PreApprovalRecord | null> {
  return pick(context, await list(context, { customer_id: customerId }))
}

/** Nothing more has to be asked for: it can be used, or may be soon. */
export function isOpen(
  { state, application_id, expires_at }: PreApprovalRecord,
  now: number
): boolean {
  return application_id === null && !isOver(state) && new Date(expires_at).getTime() > now
}

type Filter = { cart_id?: string; customer_id: string | null }

async function list(context: Context, filter: Filter): Promise<PreApprovalRecord[]> {
  return await context.rows.listFinancingPreApprovals(
    { ...filter, environment: context.options.environment },
    { order: { created_at: "DESC" }, take: MOST }
  )
}

function pick(context: Context, newestFirst: PreApprovalRecord[]): PreApprovalRecord | null {
  const open = newestFirst.filter((one) => isOpen(one, context.clock.now()))
  return open.find(({ state }) => state === "approved") ?? open[0] ?? newestFirst[0] ?? null
}

/** What a guest holds to show that a pre-approval is theirs: told once, kept only as its hash. */
export function newClaim(): string {
  return randomBytes(32).toString("base64url")
}

/** No key is needed: nobody guesses 256 random bits, and a rotated secret must not end a claim. */
export function hashClaim(claim: string): string {
  return createHash("sha256").update(claim).digest("base64url")
}

/**
 * Brings a guest's pre-approval to a cart; until it is used it can be brought to another one. Null
 * when the claim is nobody's, or another cart has used it already: the same for both.
 */
export async function attachClaim(
  context: Context,
  { claim, cartId }: { claim: string; cartId: string }
): Promise<PreApprovalRecord | null> {
  const known = {
    claim_hash: hashClaim(claim),
    environment: context.options.environment,
  }
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

/** One that was certainly answered. */
export type TakeablePreApproval = PreApprovalRecord & { token: string }

/**
 * Gives a pre-approval to one application for good: one statement, so that of several carts only one
 * wins. Its token is the application's from then on, whatever becomes of the call that follows.
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

/** The cart was certainly not attached: it is unused as before, and looked at again. */
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

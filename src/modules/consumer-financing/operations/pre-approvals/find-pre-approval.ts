import { isOver } from "../../../../domain/pre-approval"
import type { Context } from "../../context"
import type { PreApprovalRecord } from "../../records"

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

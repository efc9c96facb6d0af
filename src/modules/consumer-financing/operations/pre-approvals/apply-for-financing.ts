import { findObstacle } from "../../../../domain/pre-approval"
import { FinancingError } from "../../../../financing-api"
import type { Context } from "../../context"
import type { PreApprovalRecord } from "../../records"
import { applyForCart, type ApplyInput, type ApplyResult } from "../apply-for-cart"
import { hostedFlow } from "../flows"
import { findPreApproval } from "./find-pre-approval"
import { checkPreApproval } from "./check-pre-approval"
import { preApprovedFlow } from "./pre-approved-flow"

export type ApplyAtServiceInput = ApplyInput & {
  /** The customer with an account who owns the cart; null for a guest. */
  customerId: string | null
}

/** Milliseconds for which an expired pre-approval is mentioned. */
const MENTIONED_FOR = 30 * 24 * 60 * 60 * 1000

/**
 * Applies for a cart with the shopper's pre-approval (endpoint 7) if the service confirms that it is approved,
 * unused and high enough; else on the hosted page (endpoint 2), where the application records the reason.
 */
export async function applyForFinancing(
  context: Context,
  { customerId, ...input }: ApplyAtServiceInput
): Promise<ApplyResult> {
  const { snapshot } = input
  const { cartId, total } = snapshot
  const found = context.options.preApproval.enabled
    ? await findPreApproval(context, { cartId, customerId })
    : null
  // The current status, checked before the pre-approval is used.
  const known =
    found && isRecentAndUnused(found, context.clock.now())
      ? await readCurrentStatus(context, found)
      : null
  const obstacle = known && findObstacle(known, total, context.clock.now())
  if (known?.token && obstacle === null) {
    const preApproval = { ...known, token: known.token }
    const flow = preApprovedFlow(context, { snapshot, preApproval })
    const result = await applyForCart(context, input, flow)
    if (result.outcome === "applied") {
      const use = { application_id: result.application.id }
      const [used] = await context.rows.listFinancingPreApprovals({ id: known.id, ...use })
      if (used) await context.timeline.emitPreApproval(known.id, "used", use)
      return result
    }
  }
  const result = await applyForCart(context, input, hostedFlow(context, snapshot))
  const { id, kind } = result.application
  if (!known || kind !== "hosted") return result
  const changes = { id, pre_approval_obstacle: obstacle ?? ("not-accepted" as const) }
  return { ...result, application: await context.applications.update(changes) }
}

/** A pre-approval that the service refuses to report on is skipped; the shopper can still apply. */
async function readCurrentStatus(
  context: Context,
  found: PreApprovalRecord
): Promise<PreApprovalRecord> {
  try {
    return await checkPreApproval(context, found.id)
  } catch (error) {
    if (error instanceof FinancingError && error.code === "refused") {
      return { ...found, state: "needs-attention" }
    }
    throw error
  }
}

/** Whether it was approved, is unused, and did not expire long ago. */
function isRecentAndUnused(
  { application_id, approved_at, expires_at }: PreApprovalRecord,
  now: number
): boolean {
  const isForgotten = new Date(expires_at).getTime() + MENTIONED_FOR < now
  return application_id === null && approved_at !== null && !isForgotten
}

import { hasPermission } from "@medusajs/framework"
import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http"
import { FeatureFlag } from "@medusajs/framework/utils"
import { type AttentionAction, isAttentionAction } from "../../../domain/attention-actions"
import type { Decision } from "./queries"

/** What core itself asks of whoever captures or refunds; the rest changes an order, as the route asks. */
export const RIGHT_OF: Partial<Record<AttentionAction, { resource: string; operation: string }>> = {
  settle: { resource: "capture", operation: "create" },
  refund: { resource: "refund", operation: "create" },
  "record-refund": { resource: "refund", operation: "create" },
}

const FORBIDDEN = "Your role does not allow this. Ask somebody who may capture and refund payments."

/** Where roles are used: a decision needs the right of what it does. */
export async function requireRight(
  req: AuthenticatedMedusaRequest<Decision>,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { action } = req.validatedBody
  const right = isAttentionAction(action) ? RIGHT_OF[action] : undefined
  if (!right || !FeatureFlag.isFeatureEnabled("rbac")) {
    return next()
  }
  const roles = (req.auth_context.app_metadata?.roles ?? []) as string[]
  const asked = { roles, actions: [right], container: req.scope }
  if (roles.length > 0 && (await hasPermission(asked))) {
    return next()
  }
  res.status(403).json({ type: "forbidden", message: FORBIDDEN })
}

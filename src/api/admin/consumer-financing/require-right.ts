import { resolvePermissions } from "@medusajs/framework"
import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http"
import { type AttentionAction, isAttentionAction } from "../../../domain/attention-actions"
import type { AttentionView } from "../../../workflows"
import type { Decision } from "./queries"

type Right = { resource: string; operation: string }

const CHANGE: Right = { resource: "order", operation: "update" }
const CAPTURE: Right = { resource: "capture", operation: "create" }
const REFUND: Right = { resource: "refund", operation: "create" }

/** What core itself asks of whoever captures or refunds; the rest changes an order, as the route asks. */
const RIGHT_OF: Partial<Record<AttentionAction, Right>> = {
  settle: CAPTURE,
  refund: REFUND,
  "record-refund": REFUND,
}

const FORBIDDEN = "Your role does not allow this. Ask somebody who may capture and refund payments."

/** Whoever asks, and where. */
export type Asking = Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">

/** Which decisions the roles of whoever asks allow: all of them where the store uses no roles. */
async function readRights(req: Asking): Promise<(action: AttentionAction) => boolean> {
  const roles = (req.auth_context.app_metadata?.roles ?? []) as string[]
  const universe = [CHANGE, CAPTURE, REFUND]
  const granted = await resolvePermissions({ roles, universe, container: req.scope })
  const has = ({ resource, operation }: Right) => granted.has(`${resource}:${operation}`)
  return (action) => has(CHANGE) && has(RIGHT_OF[action] ?? CHANGE)
}

/** Where roles are used: a decision needs the right of what it does. */
export async function requireRight(
  req: AuthenticatedMedusaRequest<Decision>,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { action } = req.validatedBody
  // What is no action at all is refused by the decision itself, with what can be done.
  if (!isAttentionAction(action) || (await readRights(req))(action)) {
    return next()
  }
  res.status(403).json({ type: "forbidden", message: FORBIDDEN })
}

/** What people have to look at, with the actions that can resolve it and that they may take. */
export async function offerAllowed(req: Asking, attentions: AttentionView[]) {
  const isAllowed = await readRights(req)
  return attentions.map((one) => ({ ...one, actions: one.actions.filter(isAllowed) }))
}

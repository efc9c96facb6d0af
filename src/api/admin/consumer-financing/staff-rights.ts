import { resolvePermissions } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest, MedusaRequestHandler } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { type ReviewAction, isReviewAction } from "../../../domain/review-actions"
import type { OperationKind } from "../../../domain/operation"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import type { ReviewCaseView } from "../../../workflows"
import type { Decision } from "./queries"

/** A role's policy, in Medusa's terms. */
type Policy = { resource: string; operation: string }

/**
 * Rights of staff, each with the policy that its routes require where the store uses roles: who may read orders sees
 * how they are paid, and who may change orders decides. Captures and refunds require the policies of Medusa's own
 * routes; settings belong to the store's setup; the payout report has a policy of its own (`src/policies`).
 */
export const RIGHTS = {
  see: { resource: "order", operation: "read" },
  change: { resource: "order", operation: "update" },
  settle: { resource: "capture", operation: "create" },
  refund: { resource: "refund", operation: "create" },
  see_payouts: { resource: "financing_payout", operation: "read" },
  see_settings: { resource: "store", operation: "read" },
  change_settings: { resource: "store", operation: "update" },
} as const satisfies Record<string, Policy>

export type Right = keyof typeof RIGHTS
export const RIGHT_NAMES = Object.keys(RIGHTS) as [Right, ...Right[]]

/** The requester and the container. */
export type Asking = Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">

/** Returns the rights of the requester's roles: all where the store uses no roles. */
export async function readRights({ auth_context, scope }: Asking): Promise<Record<Right, boolean>> {
  const roles = (auth_context.app_metadata?.roles ?? []) as string[]
  const universe = Object.values(RIGHTS)
  const granted = await resolvePermissions({ roles, universe, container: scope })
  const has = ({ resource, operation }: Policy): boolean => granted.has(`${resource}:${operation}`)
  const rights = RIGHT_NAMES.map((name) => [name, has(RIGHTS[name])])
  return Object.fromEntries(rights) as Record<Right, boolean>
}

const FORBIDDEN = "Your role does not allow this. Ask somebody who may capture and refund payments."

/** The rights to move money. */
const RIGHT_OF: Partial<Record<ReviewAction | OperationKind, Right>> = {
  settle: "settle",
  refund: "refund",
  "partial-refund": "refund",
  "record-refund": "refund",
}

/**
 * Returns the right that a decision needs: that of its action, or of changing an order. A statement about a call in
 * doubt moves or keeps money, so it needs the right of that call.
 */
function rightOf(action: ReviewAction, call: OperationKind | undefined): Right {
  const isAboutCall = action === "confirm-it-happened" || action === "confirm-it-did-not"
  return RIGHT_OF[isAboutCall && call ? call : action] ?? "change"
}

/** Reads the kind of the operation in doubt that a decision concerns. */
async function readCall(scope: MedusaContainer, id: string): Promise<OperationKind | undefined> {
  const financing = scope.resolve(CONSUMER_FINANCING)
  const [reviewCase] = await financing.listFinancingReviewCases({ id }, { take: 1 })
  const open = reviewCase && (await financing.journal.findOpenOperation(reviewCase.application_id))
  return open?.operation.kind
}

/** Requires the right of a decision's action, where roles are used. */
export const requireRight: MedusaRequestHandler<Decision> = async (req, res, next) => {
  const { action } = req.validatedBody
  // The decision itself refuses an unknown action and lists the available ones.
  if (!isReviewAction(action)) return next()
  const rights = await readRights(req as AuthenticatedMedusaRequest)
  if (rights[rightOf(action, await readCall(req.scope, req.params.id ?? ""))]) return next()
  res.status(403).json({ type: "forbidden", message: FORBIDDEN })
}

/** Splits the actions of review cases into those that the requester's role allows and the others. */
export async function offerAllowed(req: Asking, review_cases: ReviewCaseView[]) {
  const rights = await readRights(req)
  return review_cases.map(({ actions, ...one }) => {
    const isAllowed = (action: ReviewAction): boolean =>
      rights.change && rights[rightOf(action, one.operation?.kind)]
    return {
      ...one,
      actions: actions.filter(isAllowed),
      forbidden_actions: actions.filter((action) => !isAllowed(action)),
    }
  })
}

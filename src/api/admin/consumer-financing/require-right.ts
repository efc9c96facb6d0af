import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http"
import { type ReviewAction, isReviewAction } from "../../../domain/review-actions"
import type { OperationKind } from "../../../domain/operation"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import type { ReviewCaseView } from "../../../workflows"
import type { Decision } from "./queries"
import { type Asking, readRights, type Right } from "./staff-rights"

/** Whoever says how a call ended that nobody knows the end of, says that money moved, or did not. */
const RIGHT_OF_CALL: Partial<Record<OperationKind, Right>> = {
  settle: "settle",
  refund: "refund",
  "partial-refund": "refund",
}

const FORBIDDEN = "Your role does not allow this. Ask somebody who may capture and refund payments."

/** A decision needs the right of what it does, and what it does beside that is a change of an order. */
function rightOf(action: ReviewAction, call: OperationKind | undefined): Right {
  switch (action) {
    case "settle":
      return "settle"
    case "refund":
    case "record-refund":
      return "refund"
    case "confirm-it-happened":
    case "confirm-it-did-not":
      return (call && RIGHT_OF_CALL[call]) ?? "change"
    default:
      return "change"
  }
}

/** The call in doubt that a decision about this would speak of. */
async function readCall({ scope }: Asking, id: string): Promise<OperationKind | undefined> {
  const financing = scope.resolve(CONSUMER_FINANCING)
  const [reviewCase] = await financing.listFinancingReviewCases({ id }, { take: 1 })
  const open = reviewCase && (await financing.journal.findUnfinished(reviewCase.application_id))
  return open?.operation.kind
}

/** Where roles are used: a decision needs the right of what it does. */
export async function requireRight(
  req: AuthenticatedMedusaRequest<Decision>,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { action } = req.validatedBody
  // What is no action at all is refused by the decision itself, with what can be done.
  if (!isReviewAction(action)) return next()
  const rights = await readRights(req)
  if (rights[rightOf(action, await readCall(req, req.params.id ?? ""))]) return next()
  res.status(403).json({ type: "forbidden", message: FORBIDDEN })
}

/** What people have to look at, with the actions that can resolve it: those that their role allows apart. */
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

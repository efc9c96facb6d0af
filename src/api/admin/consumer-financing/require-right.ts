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

/** A statement about a call in doubt moves or keeps money, so it needs the right of that call. */
const RIGHT_OF_CALL: Partial<Record<OperationKind, Right>> = {
  settle: "settle",
  refund: "refund",
  "partial-refund": "refund",
}

const FORBIDDEN = "Your role does not allow this. Ask somebody who may capture and refund payments."

/** Returns the right that a decision needs: that of its action, or of changing an order. */
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

/** Reads the kind of the operation in doubt that a decision concerns. */
async function readCall({ scope }: Asking, id: string): Promise<OperationKind | undefined> {
  const financing = scope.resolve(CONSUMER_FINANCING)
  const [reviewCase] = await financing.listFinancingReviewCases({ id }, { take: 1 })
  const open = reviewCase && (await financing.journal.findOpenOperation(reviewCase.application_id))
  return open?.operation.kind
}

/** Requires the right of a decision's action, where roles are used. */
export async function requireRight(
  req: AuthenticatedMedusaRequest<Decision>,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { action } = req.validatedBody
  // The decision itself refuses an unknown action and lists the available ones.
  if (!isReviewAction(action)) return next()
  const rights = await readRights(req)
  if (rights[rightOf(action, await readCall(req, req.params.id ?? ""))]) return next()
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

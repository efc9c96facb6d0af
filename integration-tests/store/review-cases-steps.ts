import type {
  ReviewAction,
  ReviewCause,
  ReviewCaseView,
  ResolveFinancingReviewCaseInput,
  ResolveFinancingReviewCaseResult,
} from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { getLatestApplication, reconcile, listTimelineEntries } from "./plugin-records"

const { store } = createHarness()

type Page = { review_cases: ReviewCaseView[]; count: number }

/** Lists review cases with the workflow that merchants' scripts use. Dates are ISO strings. */
export async function listReviewCases(filter: Record<string, unknown>): Promise<Page> {
  return await store.runWorkflow<Page>("list-financing-review-cases", filter)
}

/** Lists the review cases of a cart or an order. */
export async function listPurchaseReviewCases(purchaseId: string): Promise<ReviewCaseView[]> {
  const owner = purchaseId.startsWith("order_") ? { order_id: purchaseId } : { cart_id: purchaseId }
  return (await listReviewCases({ ...owner, take: 50 })).review_cases
}

/** Reconciles until a review case with this cause is open, and returns it. */
export async function waitForReviewCase(
  purchaseId: string,
  cause: ReviewCause
): Promise<ReviewCaseView> {
  const { id } = await getLatestApplication(purchaseId)
  return await eventually(
    async () => {
      await reconcile(id)
      const found = await findReviewCase(purchaseId, cause)
      if (!found) {
        const others = (await listPurchaseReviewCases(purchaseId)).map(
          (one) => `${one.cause}: ${one.reason}`
        )
        throw new Error(`No review case for ${cause}. Open cases: ${others.join("; ") || "none"}`)
      }
      return found
    },
    { everyMs: 300 }
  )
}

async function findReviewCase(
  purchaseId: string,
  cause: ReviewCause
): Promise<ReviewCaseView | undefined> {
  return (await listPurchaseReviewCases(purchaseId)).find((one) => one.cause === cause)
}

type ResolveOptions = Partial<Omit<ResolveFinancingReviewCaseInput, "review_case_id" | "action">>

/** Resolves a review case with an action, as a merchant's script or the dashboard does. */
export async function resolveReviewCase(
  { id }: ReviewCaseView,
  action: ReviewAction,
  resolveOptions: ResolveOptions = {}
): Promise<ResolveFinancingReviewCaseResult> {
  return await store.runWorkflow<ResolveFinancingReviewCaseResult>(
    "resolve-financing-review-case",
    {
      review_case_id: id,
      action,
      actor: "user_merchant",
      note: "The portal shows it",
      ...resolveOptions,
    }
  )
}

/** Returns the message of a refused decision. Throws if it succeeds or fails in another way. */
export async function expectRefusal(decision: Promise<unknown>): Promise<string> {
  const error: unknown = await decision.then(
    () => new Error("The decision was not refused"),
    (thrown: unknown) => thrown
  )
  if (!(error instanceof Error) || !("type" in error) || error.type !== "invalid_data") throw error
  return error.message
}

/** Counts the timeline entries about messages to staff with a cause. */
export async function countStaffMessages(purchaseId: string, cause: ReviewCause): Promise<number> {
  const { id } = await getLatestApplication(purchaseId)
  const staffMessages = (await listTimelineEntries(id)).filter(
    ({ what }) => what === "needs-attention"
  )
  return staffMessages.filter(({ details }) => details?.cause === cause).length
}

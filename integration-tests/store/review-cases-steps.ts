import type {
  ReviewAction,
  ReviewCause,
  ReviewCaseView,
  ResolveFinancingReviewCaseInput,
  ResolveFinancingReviewCaseResult,
} from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { applicationOf, reconcile, timelineOf } from "./our-records"

const { store } = harness()

type Page = { review_cases: ReviewCaseView[]; count: number }

/** Lists review cases with the workflow that merchants' scripts use. Dates are ISO strings. */
export async function listReviewCases(filter: Record<string, unknown>): Promise<Page> {
  return await store.runWorkflow<Page>("list-financing-review-cases", filter)
}

/** Lists the review cases of a cart or an order. */
export async function reviewCasesOf(cartId: string): Promise<ReviewCaseView[]> {
  const owner = cartId.startsWith("order_") ? { order_id: cartId } : { cart_id: cartId }
  return (await listReviewCases({ ...owner, take: 50 })).review_cases
}

/** Reconciles until a review case with this cause is open, and returns it. */
export async function asked(cartId: string, cause: ReviewCause): Promise<ReviewCaseView> {
  const { id } = await applicationOf(cartId)
  return await eventually(
    async () => {
      await reconcile(id)
      const found = await find(cartId, cause)
      if (!found) {
        const others = (await reviewCasesOf(cartId)).map((one) => `${one.cause}: ${one.reason}`)
        throw new Error(`No review case for ${cause}. Open cases: ${others.join("; ") || "none"}`)
      }
      return found
    },
    { everyMs: 300 }
  )
}

async function find(cartId: string, cause: ReviewCause): Promise<ReviewCaseView | undefined> {
  return (await reviewCasesOf(cartId)).find((one) => one.cause === cause)
}

type More = Partial<Omit<ResolveFinancingReviewCaseInput, "review_case_id" | "action">>

/** Resolves a review case with an action, as a merchant's script or the dashboard does. */
export async function resolve(
  { id }: ReviewCaseView,
  action: ReviewAction,
  more: More = {}
): Promise<ResolveFinancingReviewCaseResult> {
  return await store.runWorkflow<ResolveFinancingReviewCaseResult>("resolve-financing-review-case", {
    review_case_id: id,
    action,
    actor: "user_merchant",
    note: "The portal shows it",
    ...more,
  })
}

/** Returns the message of a refused decision. @throws every other outcome */
export async function refusalOf(decision: Promise<unknown>): Promise<string> {
  const error: unknown = await decision.then(
    () => new Error("The decision was not refused"),
    (thrown: unknown) => thrown
  )
  if (!(error instanceof Error) || !("type" in error) || error.type !== "invalid_data") throw error
  return error.message
}

/** Counts the messages to staff about a cause. */
export async function toldOf(cartId: string, cause: ReviewCause): Promise<number> {
  const { id } = await applicationOf(cartId)
  const told = (await timelineOf(id)).filter(({ what }) => what === "needs-attention")
  return told.filter(({ details }) => details?.cause === cause).length
}

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

/** What a merchant's script lists. Dates are ISO strings here. */
export async function listReviewCases(filter: Record<string, unknown>): Promise<Page> {
  return await store.workflow<Page>("list-financing-review-cases", filter)
}

/** Of a cart, or of an order. */
export async function reviewCasesOf(cartId: string): Promise<ReviewCaseView[]> {
  const owner = cartId.startsWith("order_") ? { order_id: cartId } : { cart_id: cartId }
  return (await listReviewCases({ ...owner, take: 50 })).review_cases
}

/** Reconciles until a review case of this cause opens. */
export async function asked(cartId: string, cause: ReviewCause): Promise<ReviewCaseView> {
  const { id } = await applicationOf(cartId)
  return await eventually(
    async () => {
      await reconcile(id)
      const found = await find(cartId, cause)
      if (!found) {
        const others = (await reviewCasesOf(cartId)).map((one) => `${one.cause}: ${one.reason}`)
        throw new Error(`Nobody is asked for ${cause}, but for ${others.join("; ") || "nothing"}`)
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

/** A person's decision, as a merchant's script or screen hands it in. */
export async function resolve(
  { id }: ReviewCaseView,
  action: ReviewAction,
  more: More = {}
): Promise<ResolveFinancingReviewCaseResult> {
  return await store.workflow<ResolveFinancingReviewCaseResult>("resolve-financing-review-case", {
    review_case_id: id,
    action,
    actor: "user_merchant",
    note: "The portal shows it",
    ...more,
  })
}

/** The sentence with which a decision was refused. Anything else is a failure. */
export async function refusalOf(decision: Promise<unknown>): Promise<string> {
  const error: unknown = await decision.then(
    () => new Error("It was not refused"),
    (thrown: unknown) => thrown
  )
  if (!(error instanceof Error) || !("type" in error) || error.type !== "invalid_data") throw error
  return error.message
}

/** How often staff got a message about a cause. */
export async function toldOf(cartId: string, cause: ReviewCause): Promise<number> {
  const { id } = await applicationOf(cartId)
  const told = (await timelineOf(id)).filter(({ what }) => what === "needs-attention")
  return told.filter(({ details }) => details?.cause === cause).length
}

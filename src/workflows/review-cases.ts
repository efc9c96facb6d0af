import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type {
  ReviewCaseFilter,
  ReviewCasePage,
} from "../modules/consumer-financing/operations/list-review-cases"
import { cents } from "../domain/money"
import { removeRefund } from "../reconciliation/repair"
import { sentence } from "../translation/sentence"
import { endTurn, leaseName, throwIfBusy, type Turn } from "../reconciliation/turn"
import { actionsFor, type ReviewAction } from "../domain/review-actions"
import { cleanLine } from "../domain/clean-text"
import { readStatusCode } from "../domain/status-codes"
import { FinancingError } from "../financing-api"
import { reasonOf, toMerchantError } from "../translation/error-to-medusa"
import { isCaptureLeft } from "../translation/payment-amounts"
import { readStoreSide } from "../medusa/read-store-side"
import { observeStore, type Seen } from "../reconciliation/observe-store"
import { checkService } from "../reconciliation/check-service"
import { type Resolution, RESOLUTIONS } from "./resolutions"
import { tryToReconcile } from "./reconcile-application"

/** Which ones, and which page of them: 20 when nothing is said. */
export type ListFinancingReviewCasesInput = ReviewCaseFilter & ReviewCasePage

const readReviewCasesStep = createStep(
  "read-financing-review-cases",
  async ({ take, skip, order, ...filter }: ListFinancingReviewCasesInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    return new StepResponse(await financing.listReviewCases(filter, { take, skip, order }))
  }
)

/** What people have to look at, the oldest first, each with the actions that can resolve it now. */
export const listFinancingReviewCasesWorkflow = createWorkflow(
  "list-financing-review-cases",
  (input: ListFinancingReviewCasesInput) => new WorkflowResponse(readReviewCasesStep(input))
)

/** A person waits this long (milliseconds) for a reconciliation, or for somebody else's decision. */
const PERSON_WAITS = 20_000

const BUSY =
  "This financing is being worked on right now. Nothing was changed: try again in a moment."

const SETTLED_ALREADY =
  "This is settled already, or was taken back: nobody has to decide it any more. Nothing was changed."

/** The application's turn, for a person: no reconciliation and no second person acts on it meanwhile. */
const takeTurnToResolveStep = createStep(
  "take-turn-to-resolve-review-case",
  async ({ review_case_id: id }: { review_case_id: string }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const [reviewCase] = await financing.listFinancingReviewCases({ id }, { take: 1 })
    if (!reviewCase) {
      throw sentence(SETTLED_ALREADY)
    }
    const { application_id: applicationId } = reviewCase
    const lease = await financing.leases
      .acquire(leaseName(applicationId), PERSON_WAITS)
      .catch(throwIfBusy(BUSY))
    const turn: Turn = { applicationId, holder: lease.holder, cause: "person" }
    return new StepResponse(turn, turn)
  },
  async (turn, { container }) => {
    if (turn?.holder) {
      const name = leaseName(turn.applicationId)
      await container.resolve(CONSUMER_FINANCING).leases.release({ name, holder: turn.holder })
    }
  }
)

export type ResolveFinancingReviewCaseInput = {
  review_case_id: string
  /** One of the actions that the list offers for it. */
  action: string
  /** Who decides: the id of an admin user, never a name. */
  actor: string
  /** Why, for whoever reads the timeline later. One line, at most 500 characters are kept. */
  note: string
  /**
   * For `refund`: how much, in cents; else everything that is left. `record-refund` needs it: 0, with a
   * token, where a new application for the same amount took the known one's place.
   */
  cents?: number
  /** For `refund` of a part: what was left when it was decided, in cents; else it may go twice. */
  left_cents?: number
  /**
   * For `confirm-it-happened` about a call that made an application, and for `record-refund` of a
   * part: the token of the new application.
   */
  token?: string
}

const LONGEST_ACTOR = 100
const LONGEST_NOTE = 500

type Input = { input: ResolveFinancingReviewCaseInput; seen: Seen }

/**
 * Carries a person's decision out and notes it, whatever came of it. Compensated where nothing but
 * our own record changed; money that moved stays where it is.
 */
const resolveReviewCaseStep = createStep(
  "resolve-review-case",
  async ({ input, seen }: Input, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { action, resolution } = await choose(container, { input, seen })
    const { reviewCase, actor, note, cents } = resolution
    const { applicationId } = seen
    const details = {
      review_case_id: reviewCase.id,
      cause: reviewCase.cause,
      action,
      note,
      ...(cents === undefined ? {} : { cents }),
    }
    try {
      await RESOLUTIONS[action](container, resolution)
    } catch (thrown) {
      const error = thrown instanceof FinancingError ? toMerchantError(thrown) : thrown
      const told = { ...details, reason: reasonOf(error) }
      await financing.timeline.noteBy(actor, applicationId, {
        what: "review-case-not-resolved",
        details: told,
      })
      throw error
    }
    await financing.timeline.noteBy(actor, applicationId, { what: "review-case-resolved", details })
    return new StepResponse(
      { review_case_id: reviewCase.id, application_id: applicationId, action },
      action === "acknowledge" ? reviewCase.id : null
    )
  },
  async (acknowledged, { container }) => {
    if (acknowledged) {
      await container.resolve(CONSUMER_FINANCING).reviewCases.takeBackAcknowledgement(acknowledged)
    }
  }
)

/** The decision, checked against what was just seen. Throws a sentence when it can't be carried out. */
async function choose(
  container: MedusaContainer,
  { input, seen: looked }: Input
): Promise<{ action: ReviewAction; resolution: Resolution }> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [reviewCase] = await financing.listFinancingReviewCases(
    { id: input.review_case_id },
    { take: 1 }
  )
  if (!reviewCase) {
    throw sentence(SETTLED_ALREADY)
  }
  const actor = cleanLine(input.actor, LONGEST_ACTOR)
  const note = cleanLine(input.note, LONGEST_NOTE)
  // Checking again is harmless: nobody has to say why.
  if (!actor || (!note && input.action !== "check-again")) {
    throw sentence("Say who decides this (an id) and why: the timeline keeps both.")
  }
  // Where the service says nothing of the token that is known, a person may know the one in its place.
  const isReplaced = looked.code === null && reviewCase.cause === "answer"
  const seen = isReplaced
    ? { ...looked, ...(await readStoreSide(container, looked.applicationId)) }
    : looked
  const open = await financing.journal.findUnfinished(seen.applicationId)
  const { state, code, settled } = await financing.retrieveFinancingApplication(seen.applicationId)
  const possible = actionsFor(reviewCase.cause, {
    // Without the service's answer Medusa's side was not read.
    purchaseState: seen.code === null && !isReplaced ? null : seen.purchaseState,
    code: isReplaced && code !== null ? readStatusCode(code) : seen.code,
    captured: isCaptureLeft(seen.payment),
    settling: state === "settling",
    settled,
    open: open && { kind: open.operation.kind, doubtful: open.doubtful },
    acknowledged: reviewCase.acknowledged_at !== null,
  })
  const action = possible.find((one) => one === input.action)
  if (!action) {
    const why =
      seen.code === null
        ? "The financing service could not be asked just now, so that this cannot be done."
        : "This cannot be done as things stand now."
    throw sentence(`${why} Nothing was changed. What can be done: ${possible.join(", ")}.`)
  }
  const { cents, left_cents: leftCents, token } = input
  const operation = open?.operation ?? null
  return {
    action,
    resolution: { reviewCase, seen, operation, actor, note, cents, leftCents, token },
  }
}

type Resolved = { review_case_id: string; application_id: string; action: string }

/** Compares both worlds after a person's decision. */
const reconcileForPersonStep = createStep(
  "reconcile-for-person",
  async ({ review_case_id, application_id, action }: Resolved, { container }) => {
    await tryToReconcile(container, { application_id, cause: "person" }, "after a decision")
    const [left] = await container
      .resolve(CONSUMER_FINANCING)
      .listFinancingReviewCases({ id: review_case_id, acknowledged_at: null }, { take: 1 })
    return new StepResponse({ review_case_id, application_id, action, settled: !left })
  }
)

export type ResolveFinancingReviewCaseResult = {
  review_case_id: string
  application_id: string
  action: string
  /** It asks for nobody any more: gone, or acknowledged. */
  settled: boolean
}

/** Both sides as they stand now, for a person who decides: nothing is moved. */
const observeStep = createStep("observe-financing", async (turn: Turn, { container }) => {
  const looked = await checkService(container, turn)
  const { seen } = await observeStore(container, looked)
  return new StepResponse(seen)
})

const endTurnStep = createStep(
  "end-turn-to-reconcile",
  async ({ turn, resolved }: { turn: Turn; resolved: Resolved }, { container }) => {
    await endTurn(container, turn)
    return new StepResponse(resolved)
  }
)

/**
 * A person's decision about a review case. Both worlds are looked at first; an action that is not
 * possible (any more) is refused with a sentence (INVALID_DATA), and so is what the service or Medusa
 * refuses. Who decided what and why stands in the timeline either way. One at a time: a second
 * person waits, and then finds it settled. A reconciliation follows, which takes back what is settled.
 */
export const resolveFinancingReviewCaseWorkflow = createWorkflow(
  "resolve-financing-review-case",
  (input: ResolveFinancingReviewCaseInput) => {
    const turn = takeTurnToResolveStep(input)
    const seen = observeStep(turn)
    const resolved = resolveReviewCaseStep({ input, seen })
    return new WorkflowResponse(reconcileForPersonStep(endTurnStep({ turn, resolved })))
  }
)

export type TakeBackRefundInput = Pick<
  ResolveFinancingReviewCaseInput,
  "actor" | "note" | "cents" | "token"
> & { application_id: string }

const takeBackRefundStep = createStep(
  "take-back-recorded-refund",
  async (
    { application_id: id, cents: amount = 0, ...word }: TakeBackRefundInput,
    { container }
  ) => {
    const removeRow = (refundId: string) => removeRefund(container, id, refundId)
    await container
      .resolve(CONSUMER_FINANCING)
      .takeBackRefund({ applicationId: id, ...word, amount: cents(amount), removeRow })
    await tryToReconcile(container, { application_id: id, cause: "person" }, "after a decision")
    return new StepResponse(null)
  }
)

/** Takes back the last refund that a person recorded, while the service says something else. */
export const takeBackRefundWorkflow = createWorkflow(
  "take-back-financing-refund",
  (input: TakeBackRefundInput) => new WorkflowResponse(takeBackRefundStep(input))
)

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
import { removeRefund } from "../medusa/repair-order"
import { userError } from "../translation/user-error"
import { throwIfBusy } from "../modules/consumer-financing/coordination/lease"
import { endTurn, leaseName, type Turn } from "../reconciliation/turn"
import { actionsFor, type ReviewAction } from "../domain/review-actions"
import { cleanLine } from "../domain/clean-text"
import { readStatusCode } from "../domain/status-codes"
import { FinancingError } from "../financing-api"
import { describeReason, toMerchantError } from "../translation/error-to-medusa"
import { isCaptureLeft } from "../translation/payment-amounts"
import type { Purchase } from "../translation/purchase-state"
import { readPurchase } from "../medusa/read-purchase"
import { observeStore } from "../reconciliation/observe-store"
import { checkService, type ServiceCheck } from "../reconciliation/check-service"
import { type Resolution, RESOLUTIONS } from "./resolutions"
import { tryToReconcile } from "./reconcile-application"
import { createOneStepWorkflow } from "./one-step-workflow"

/** Filter and page; 20 cases by default. */
export type ListFinancingReviewCasesInput = ReviewCaseFilter & ReviewCasePage

/** Lists review cases, oldest first, each with the actions that can resolve it now. */
export const listFinancingReviewCasesWorkflow = createOneStepWorkflow(
  "list-financing-review-cases",
  async ({ take, skip, order, ...filter }: ListFinancingReviewCasesInput, container) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    return await financing.listReviewCases(filter, { take, skip, order })
  }
)

/** Milliseconds for which staff wait for a reconciliation or for a colleague's decision. */
const STAFF_WAIT = 20_000

const BUSY =
  "This financing is being worked on right now. Nothing was changed: try again in a moment."

const SETTLED_ALREADY =
  "This is settled already, or was taken back: nobody has to decide it any more. Nothing was changed."

/** Takes the application's turn for staff, which excludes reconciliations and other staff. */
async function takeTurnToResolve(container: MedusaContainer, id: string): Promise<Turn> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [reviewCase] = await financing.listFinancingReviewCases({ id }, { take: 1 })
  if (!reviewCase) {
    throw userError(SETTLED_ALREADY)
  }
  const { application_id: applicationId } = reviewCase
  const { holder } = await financing.leases
    .acquire(leaseName(applicationId), STAFF_WAIT)
    .catch(throwIfBusy(BUSY))
  return { applicationId, holder, cause: "person" }
}

export type ResolveFinancingReviewCaseInput = {
  review_case_id: string
  /** One of the actions listed for the case. */
  action: string
  /** The id of the admin user, never a name. */
  actor: string
  /** The reason, for the timeline: one line, cut at 500 characters. */
  note: string
  /**
   * For `refund`: the amount in cents; the rest if omitted. `record-refund` needs it: 0, with a token, if a new
   * application over the same amount replaced the known one.
   */
  cents?: number
  /** For a partial `refund`: the refundable rest at the decision in cents, which prevents a second refund. */
  left_cents?: number
  /**
   * For `confirm-it-happened` about a call that created an application, and for a partial `record-refund`: the new
   * application's token.
   */
  token?: string
}

/**
 * Executes a staff decision and records it with its result. The compensation reverts only the plugin's own records,
 * never moved money.
 */
const resolveReviewCaseStep = createStep(
  "resolve-review-case",
  async (input: ResolveFinancingReviewCaseInput, { container }) => {
    const turn = await takeTurnToResolve(container, input.review_case_id)
    try {
      const check = await checkService(container, turn)
      const { purchase } = await observeStore(container, check)
      const { action, resolution } = await checkDecision(container, input, { check, purchase })
      await execute(container, action, resolution)
      const { id } = resolution.reviewCase
      return new StepResponse(
        { review_case_id: id, application_id: turn.applicationId, action },
        action === "acknowledge" ? id : null
      )
    } finally {
      await endTurn(container, turn)
    }
  },
  async (acknowledged, { container }) => {
    if (acknowledged) {
      await container.resolve(CONSUMER_FINANCING).reviewCases.takeBackAcknowledgement(acknowledged)
    }
  }
)

/** Executes the decision. The timeline records it, or why it failed. */
async function execute(
  container: MedusaContainer,
  action: ReviewAction,
  resolution: Resolution
): Promise<void> {
  const { timeline } = container.resolve(CONSUMER_FINANCING)
  const { reviewCase, check, actor, note, cents } = resolution
  const { applicationId } = check
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
    await timeline.noteBy(actor, applicationId, {
      what: "review-case-not-resolved",
      details: { ...details, reason: describeReason(error) },
    })
    throw error
  }
  await timeline.noteBy(actor, applicationId, { what: "review-case-resolved", details })
}

/** Checks the decision against the state just read. Throws a message when it cannot be carried out. */
async function checkDecision(
  container: MedusaContainer,
  input: ResolveFinancingReviewCaseInput,
  { check, purchase: known }: { check: ServiceCheck; purchase: Purchase }
): Promise<{ action: ReviewAction; resolution: Resolution }> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [reviewCase] = await financing.listFinancingReviewCases(
    { id: input.review_case_id },
    { take: 1 }
  )
  if (!reviewCase) {
    throw userError(SETTLED_ALREADY)
  }
  const actor = cleanLine(input.actor, 100)
  const note = cleanLine(input.note, 500)
  // Checking again is harmless, so it needs no reason.
  if (!actor || (!note && input.action !== "check-again")) {
    throw userError("Say who decides this (an id) and why: the timeline keeps both.")
  }
  // If the service does not answer for the known token, staff may know its replacement.
  const isReplaced = check.code === null && reviewCase.cause === "answer"
  const { applicationId } = check
  const purchase = isReplaced ? await readPurchase(container, applicationId) : known
  const open = await financing.journal.findOpenOperation(applicationId)
  const { state, code, settled } = await financing.retrieveFinancingApplication(applicationId)
  const possible = actionsFor(reviewCase.cause, {
    // Without the service's answer the purchase was not read.
    purchaseState: check.code === null && !isReplaced ? null : purchase.purchaseState,
    code: isReplaced && code !== null ? readStatusCode(code) : check.code,
    captured: isCaptureLeft(purchase.payment),
    settling: state === "settling",
    settled,
    open: open && { kind: open.operation.kind, doubtful: open.doubtful },
    acknowledged: reviewCase.acknowledged_at !== null,
  })
  const action = possible.find((one) => one === input.action)
  if (!action) {
    const why =
      check.code === null
        ? "The financing service could not be asked just now, so that this cannot be done."
        : "This cannot be done as things stand now."
    throw userError(`${why} Nothing was changed. What can be done: ${possible.join(", ")}.`)
  }
  const { cents, left_cents: leftCents, token } = input
  const operation = open?.operation ?? null
  return {
    action,
    resolution: { reviewCase, check, purchase, operation, actor, note, cents, leftCents, token },
  }
}

type Resolved = { review_case_id: string; application_id: string; action: ReviewAction }

/** Reconciles the application after a staff decision. */
const reconcileForPersonStep = createStep(
  "reconcile-for-person",
  async (resolved: Resolved, { container }) => {
    const { review_case_id, application_id } = resolved
    await tryToReconcile(container, { application_id, cause: "person" }, "after a decision")
    const [left] = await container
      .resolve(CONSUMER_FINANCING)
      .listFinancingReviewCases({ id: review_case_id, acknowledged_at: null }, { take: 1 })
    return new StepResponse({ ...resolved, settled: !left })
  }
)

export type ResolveFinancingReviewCaseResult = Resolved & {
  /** The case is closed or acknowledged. */
  settled: boolean
}

/**
 * Executes a staff decision about a review case after reading both sides. Refuses an unavailable action with a
 * message (INVALID_DATA), and passes on refusals of the service or Medusa. The timeline records the staff member,
 * decision and reason in either case. Decisions run one at a time: a second one waits and then finds the case
 * resolved. A reconciliation follows and closes resolved cases.
 */
export const resolveFinancingReviewCaseWorkflow = createWorkflow(
  "resolve-financing-review-case",
  (input: ResolveFinancingReviewCaseInput) =>
    new WorkflowResponse(reconcileForPersonStep(resolveReviewCaseStep(input)))
)

export type ResolveFinancingDoubtInput = {
  /** The operation in doubt. */
  operation_id: string
  /** What staff found: it happened, or it did not. */
  outcome: "confirmed" | "refused"
  /** The id of the admin user, never a name. */
  actor: string
  /** The evidence, for the timeline. */
  note: string
  /** For a confirmed create or partial refund whose answer was lost: the application that it created. */
  token?: string
}

/**
 * Resolves an operation in doubt by what staff found: updates the journal and the ledger, records the staff member and
 * the reason, and reconciles. Throws INVALID_DATA when the operation is not in doubt or another one is running.
 */
export const resolveFinancingDoubtWorkflow = createOneStepWorkflow(
  "resolve-financing-doubt",
  async ({ operation_id, ...word }: ResolveFinancingDoubtInput, container) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    await financing.resolveByStaff({ operationId: operation_id, ...word })
    return { operation_id, outcome: word.outcome }
  }
)

export type TakeBackRefundInput = Pick<
  ResolveFinancingReviewCaseInput,
  "actor" | "note" | "cents" | "token"
> & { application_id: string }

/** Takes back the last refund that staff recorded, while the service disagrees. */
export const takeBackRefundWorkflow = createOneStepWorkflow(
  "take-back-financing-refund",
  async ({ application_id: id, cents: amount = 0, ...word }: TakeBackRefundInput, container) => {
    const removeRow = (refundId: string) => removeRefund(container, id, refundId)
    await container
      .resolve(CONSUMER_FINANCING)
      .takeBackRefund({ applicationId: id, ...word, amount: cents(amount), removeRow })
    await tryToReconcile(container, { application_id: id, cause: "person" }, "after a decision")
    return null
  }
)

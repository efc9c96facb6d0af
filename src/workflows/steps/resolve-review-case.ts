import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { type ReviewAction, actionsFor } from "../../domain/review-actions"
import { cleanLine } from "../../domain/clean-text"
import { readStatusCode } from "../../domain/status-codes"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { toMerchantError } from "../../translation/error-to-medusa"
import { sentence } from "../../translation/sentence"
import { isCaptureLeft } from "../../translation/store-amounts"
import { readStoreSide } from "../../medusa/read-store-side"
import { reasonOf } from "../../reconciliation/reason-of"
import type { Resolution } from "../resolutions/resolution"
import { RESOLUTIONS } from "../resolutions/resolutions"
import type { Seen } from "../../reconciliation/observe-store"
import { SETTLED_ALREADY } from "./take-turn-to-resolve"

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
export const resolveReviewCaseStep = createStep(
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

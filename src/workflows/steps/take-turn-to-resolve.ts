import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { LeaseBusy } from "../../modules/consumer-financing/coordination/lease"
import { sentence } from "../../translation/sentence"
import { leaseName, type Turn } from "../../reconciliation/turn"

/** A person waits this long (milliseconds) for a reconciliation, or for somebody else's decision. */
const PERSON_WAITS = 20_000

const BUSY =
  "This financing is being worked on right now. Nothing was changed: try again in a moment."

export const SETTLED_ALREADY =
  "This is settled already, or was taken back: nobody has to decide it any more. Nothing was changed."

/** The application's turn, for a person: no reconciliation and no second person acts on it meanwhile. */
export const takeTurnToResolveStep = createStep(
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
      .catch((error: unknown) => {
        throw error instanceof LeaseBusy ? sentence(BUSY) : error
      })
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

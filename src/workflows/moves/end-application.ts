import type { MedusaContainer } from "@medusajs/framework/types"
import type { SeenCode } from "../../domain/status-codes"
import type { LimitReached } from "../../domain/time-limits"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { LeaseBusy } from "../../modules/consumer-financing/lease"
import { isSentence } from "../../translation/sentence"
import { readStoreSide } from "../read-store-side"
import type { Decision } from "../steps/decide-move"
import { wasRefusedLately } from "./was-refused-lately"

/** A session that is just being made holds the cart for as long as its create call takes. */
const WAIT_FOR_CART = 2_000

const REFUSED =
  "The service refused to cancel it, though nothing in Medusa depends on it any more: cancel it in the service's portal. It is tried again every hour."

/** A time limit counts only while the service still reads what the limit is about. */
const WHILE: Partial<Record<NonNullable<LimitReached>, readonly SeenCode[]>> = {
  "unsigned-too-long": ["P", "Z", "R", "A"],
  "unused-too-long": ["S"],
}

/**
 * Cancels at the service (endpoint 11) what nothing in Medusa depends on any more. First the record
 * is marked, then Medusa is read once more, then the cancel is sent: authorizing reads the mark after
 * its look, so that either it sees the mark or the order that it is placing is seen here. The cart
 * is held meanwhile, so that a new session cannot adopt what is being ended.
 */
export async function endApplication(
  container: MedusaContainer,
  decision: Decision
): Promise<void> {
  const { applicationId, cartId } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  if (await wasRefusedLately(container, applicationId, "cancel")) {
    return await financing.askForAttention(applicationId, "cancel", REFUSED)
  }
  try {
    const cart = await financing.acquireLease(`cart:${cartId}`, WAIT_FOR_CART)
    try {
      await endUnderMark(container, decision)
    } finally {
      await cart.release()
    }
  } catch (error) {
    if (error instanceof LeaseBusy) {
      return await financing.lookAgain(applicationId)
    }
    // What failed is journaled; the schedule of looks brings us back.
    if (!(error instanceof FinancingError) && !isSentence(error)) {
      throw error
    }
  }
}

async function endUnderMark(container: MedusaContainer, decision: Decision): Promise<void> {
  const { applicationId } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  await financing.updateFinancingApplications({ id: applicationId, ending: true })
  let mayBeCancelled = false
  try {
    const { standing } = await readStoreSide(container, applicationId)
    if (standing === decision.standing) {
      mayBeCancelled = await end(container, decision)
    } else {
      await financing.lookAgain(applicationId)
    }
  } catch (error) {
    mayBeCancelled = (await financing.findOpenOperation(applicationId)) !== null
    throw error
  } finally {
    if (!mayBeCancelled) {
      await financing.updateFinancingApplications({ id: applicationId, ending: false })
    }
  }
}

/** Resolves with whether the service has, or may have, cancelled it. */
async function end(container: MedusaContainer, decision: Decision): Promise<boolean> {
  const { applicationId, limit, standing } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const why = standing === "cancelled-order" ? "the order was cancelled" : "nothing depends on it"
  const reason = application.end_reason ?? limit ?? why
  const whileCode = limit ? WHILE[limit] : undefined
  const result = await financing.cancel({ applicationId, reason, whileCode })
  switch (result) {
    case "ended":
      await financing.clearAttention(applicationId)
      await financing.clearAttention(applicationId, "order-id")
      await financing.markEnded(applicationId, { expired: limit === "unsigned-too-long" })
      return true
    case "in-doubt":
      return true
    // It takes a refund, which is a person's decision: the next sync asks for it.
    case "funded":
    case "changed":
      await financing.lookAgain(applicationId)
      return false
  }
}

import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { RefusedError } from "../../../financing-api"
import { readStoredOffers } from "../../../translation/offers"
import { userError } from "../../../translation/user-error"
import type { Context } from "../context"
import { finishOperation, runOperation } from "./run-operation"
import type { Lease } from "../coordination/lease"
import type { ApplicationRecord } from "../records"
import { UNFINISHED } from "../store/journal"
import { withCartLease } from "./find-live"
import { problemOfLinks, toWithheldError, withholdLink } from "./withhold-link"

export type SelectOfferInput = {
  applicationId: string
  offerId: number
  /** The current cart; an offer is valid only for the cart of its application. */
  snapshot: OrderSnapshot
}

const CART_CHANGED =
  "Your cart was changed since you applied. Please apply again for what is in it now."
const NOT_OPEN = "This financing application is not open for choosing an offer any more."
const NO_SUCH_OFFER = "This is not one of your offers. Please choose one of those that are shown."
const NOT_CHOSEN =
  "The financing service did not take your choice. Please load your application again and choose once more."

/**
 * Selects an offer of a full application (endpoint 5) and stores where its contract is signed. It sets an absolute
 * value, so a lost choice is sent again and a different choice replaces it. Throws a message for the shopper.
 */
export async function selectOffer(
  context: Context,
  { applicationId, offerId, snapshot }: SelectOfferInput
): Promise<ApplicationRecord> {
  return await withCartLease(context, snapshot.cartId, async (lease) => {
    const application = await context.rows.retrieveFinancingApplication(applicationId)
    requireOpen(context, application, snapshot)
    if (!readStoredOffers(application.offers).some(({ id }) => id === offerId)) {
      throw userError(NO_SUCH_OFFER)
    }
    const isChosen = application.selected_offer_id === offerId && application.customer_url !== null
    if (isChosen) {
      const choice = { application_id: applicationId, kind: "select-offer" as const }
      const last = await context.journal.findNewest(choice)
      // Another choice, sent later, may have lost its answer, so that the service's selection is unknown.
      if (!last || !UNFINISHED.includes(last.outcome)) return application
    }
    return await choose(context, { lease, application, offerId })
  })
}

function requireOpen(
  context: Context,
  application: ApplicationRecord,
  snapshot: OrderSnapshot
): void {
  const { kind, state, code, live_key, cancelling } = application
  const isApproved = state === "awaiting-customer" && code === "A"
  if (kind !== "full" || !isApproved || live_key === null || cancelling) {
    throw userError(NOT_OPEN)
  }
  if (!context.fingerprints.isUnchanged(application, snapshot)) {
    throw userError(CART_CHANGED)
  }
}

async function choose(
  context: Context,
  { lease, application, offerId }: { lease: Lease; application: ApplicationRecord; offerId: number }
): Promise<ApplicationRecord> {
  const token = await context.tokens.currentOf(application.id)
  const kind = "select-offer" as const
  const reference = String(offerId)
  const intent = { kind, token, reference }
  // The cart's lease is held, so an unfinished choice belongs to a call that has ended.
  const choice = { application_id: application.id, kind, reference, outcome: UNFINISHED }
  const repeats = await context.journal.findNewest(choice)
  const { operation, answer } = await runOperation(
    context,
    { application, intent, lease, repeats },
    (client, options) => client.selectOffer({ applicationToken: token, offerId }, options)
  ).catch(async (error: unknown) => {
    if (error instanceof RefusedError) {
      // The status may have changed, so a check follows.
      await context.schedule.requestReconcile(application.id)
      throw userError(NOT_CHOSEN)
    }
    throw error
  })
  if (answer.offerId !== null && answer.offerId !== reference) {
    await finishOperation(context, operation, { outcome: "in-doubt", error_code: "other_offer" })
    throw userError(NOT_CHOSEN)
  }
  const problem = problemOfLinks(context, application, [answer.contractUrl])
  if (problem) {
    await finishOperation(context, operation, { outcome: "confirmed" })
    await withholdLink(context, application, problem)
    throw toWithheldError(application)
  }
  const chosen = await context.outcomes.confirmSelection({
    operation,
    offerId,
    url: answer.contractUrl,
  })
  await context.timeline.note(application.id, "offer-selected", { offer_id: offerId })
  return chosen
}

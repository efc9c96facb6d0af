import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { OperationRecord, ReviewCaseRecord } from "../modules/consumer-financing/records"
import type { Seen } from "../reconciliation/observe-store"
import { throwIfBusy } from "../reconciliation/turn"
import { sentence } from "../translation/sentence"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { completeCart } from "../reconciliation/complete-cart"
import type { PurchaseState } from "../domain/purchase-state"
import { type Cents, cents, inWords, subtract, toDollars } from "../domain/money"
import { restoreRow, runMoneyRequest } from "../medusa/money-request"
import { toRefundReason } from "../translation/refund-request"
import type { PaymentSide } from "../translation/medusa-rows"
import { readExactRest, readStoreAmounts } from "../translation/payment-amounts"
import { endAtService, underCancellationGuard } from "../reconciliation/actions/end-application"
import type { CancelResult } from "../modules/consumer-financing/operations/cancel"
import { reasonOf } from "../translation/error-to-medusa"
import type { ReviewAction } from "../domain/review-actions"
import { settleInFull } from "./settle-in-full"

/** What a person decided about a review case, and both worlds as they were seen right before. */
export type Resolution = {
  reviewCase: ReviewCaseRecord
  seen: Seen
  /** The operation that is not finished. */
  operation: OperationRecord | null
  /** Who decided, an id, and why. */
  actor: string
  note: string
  /** For `refund`: how much, in cents; else everything that is left. `record-refund` needs it. */
  cents?: number | undefined
  /** For `refund` of a part: what was left to refund when it was decided, in cents. */
  leftCents?: number | undefined
  /** For a call in doubt, or a refund in the portal, that made an application: its token. */
  token?: string | undefined
}

/**
 * Carries one action out by the same verbs as everything else, or throws a sentence that says why
 * not. Whether it is possible was decided by what was seen; who did it is noted by the caller.
 */
type Resolve = (container: MedusaContainer, resolution: Resolution) => Promise<unknown>

const NEEDED = "Something in Medusa depends on it by now. Nothing was sent: look at it again."

const CART_IS_BUSY =
  "A shopper is choosing the payment method for this cart right now. Nothing was sent: try again in a moment."

/** Both worlds were looked at right now; the schedule of status checks begins again, and a reconciliation follows. */
const checkAgain: Resolve = (container, { seen }) =>
  container.resolve(CONSUMER_FINANCING).schedule.checkSoon(seen.applicationId)

/** A person found out how the call in doubt ended. */
const confirm =
  (outcome: "confirmed" | "refused"): Resolve =>
  async (container, { operation, actor, note, token }: Resolution) => {
    if (operation) {
      await container
        .resolve(CONSUMER_FINANCING)
        .resolveByPerson({ operationId: operation.id, outcome, actor, note, token })
    }
  }

/** Completes the cart: our provider checks the status once more and decides whether it is paid for. */
const placeOrder: Resolve = async (container, { seen: { applicationId, cartId } }) => {
  const completion = cartId
    ? await completeCart(container, { applicationId, cartId })
    : { outcome: "obstacle" as const, reason: "It has no cart any more." }
  if (completion.outcome !== "placed") {
    throw sentence(`The order was not placed: ${completion.reason}`)
  }
}

const CAPTURED_ALREADY: readonly PurchaseState[] = [
  "captured-order",
  "cancelled-order",
  "order-paid-otherwise",
]

/**
 * Settles (endpoint 10) where only a person can say that it is time: the new application of a partial
 * refund, which Medusa has captured already, or all of an order that was edited, or whose payment was cancelled.
 * What a cancelled order still keeps is settled before the rest can be given back.
 */
const settle: Resolve = async (container, { seen }) => {
  const { applicationId, purchaseState } = seen
  return CAPTURED_ALREADY.includes(purchaseState)
    ? await container.resolve(CONSUMER_FINANCING).settle({ applicationId })
    : await settleInFull(container, seen)
}

/**
 * Gives back a loan that nothing needs. Where Medusa captured it, it is refunded there, and our
 * provider tells the service, so that both books agree; where Medusa never captured it, only the
 * service has something to give back, and that is everything.
 */
const refund: Resolve = async (container, resolution) => {
  const { payment } = resolution.seen
  return payment?.captured_at
    ? await refundPayment(container, resolution, payment)
    : await refundLoan(container, resolution)
}

async function refundPayment(
  container: MedusaContainer,
  { cents: requested, leftCents, actor, note }: Resolution,
  payment: PaymentSide
): Promise<void> {
  const { captured, refunded } = readStoreAmounts(payment)
  const left = subtract(captured, refunded)
  requireDecidedNow(requested, { left, decided: leftCents })
  const amount = requested ?? left
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) {
    throw sentence(
      `The refund has to be between one cent and ${inWords(left)}, which is left of the captured amount. Nothing was sent.`
    )
  }
  // What is left of a cent goes with the last one: core counts a cancelled order's refund exactly.
  const isAll = amount === left
  // Core's workflow wants an order that is not cancelled; the rows are the same.
  const refundInMedusa = (metadata: Record<string, unknown> = {}) =>
    container.resolve(Modules.PAYMENT).refundPayment({
      payment_id: payment.id,
      amount: isAll ? readExactRest(payment).toFixed() : toDollars(cents(amount)),
      created_by: actor,
      note,
      metadata,
    })
  await runMoneyRequest((request) =>
    refundInMedusa().catch(async (error: unknown) => {
      const { confirmedRow: rowId } = request
      if (rowId === null) throw error
      await restoreRow(container, { verb: "refund", rowId, again: refundInMedusa })
    })
  )
}

/** A part is refunded only of what was left when the person decided: else it may be refunded twice. */
function requireDecidedNow(
  requested: number | undefined,
  { left, decided }: { left: Cents; decided: number | undefined }
): void {
  if (requested === undefined || decided === left) {
    return
  }
  throw sentence(
    decided === undefined
      ? `Say with the amount how much was left of the capture when it was decided, in cents (left_cents): it is ${inWords(left)} now. Nothing was sent.`
      : `${inWords(left)} is left of the captured amount by now, and it was decided while ${inWords(cents(decided))} was: perhaps somebody has refunded it already. Nothing was sent: look at the order again.`
  )
}

async function refundLoan(
  container: MedusaContainer,
  { reviewCase, seen: { applicationId, purchaseState }, cents: requested, actor, note }: Resolution
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const left = cents(application.service_cents ?? 0)
  if (left === 0) {
    throw sentence(
      "The service names no amount that it finances here, so that nothing was sent: give it back in the service's portal, and look again."
    )
  }
  if (requested !== undefined && requested !== left) {
    throw sentence(
      `Medusa has captured nothing of this loan, so that only all of it can be given back: ${inWords(left)}. Nothing was sent.`
    )
  }
  const refundedBefore = cents(application.refunded_cents)
  const takeAway = async () =>
    await financing.refund({
      applicationId,
      reference: reviewCase.id,
      reason: toRefundReason({ note }),
      askedBy: { userId: actor, refundReasonId: null },
      readFacts: async () => ({
        captured: cents(left + refundedBefore),
        refundedBefore,
        amount: left,
        others: [],
        remainingCart: null,
      }),
    })
  const unneeded = { applicationId, purchaseState, takeAway, mayBeGone: () => true }
  const result = await underCancellationGuard(container, unneeded).catch(throwIfBusy(CART_IS_BUSY))
  if (result === "needed") {
    throw sentence(NEEDED)
  }
  await financing.closing.close(applicationId)
}

/**
 * A refund that somebody made in the service's portal counts here, too, once the service says the same.
 * The reconciliation that follows enters it in Medusa, with who said so and why.
 */
const recordRefund: Resolve = async (container, resolution) => {
  const { seen, cents: requested, actor, note, token } = resolution
  if (!seen.payment?.captured_at) {
    throw sentence("Medusa has captured nothing that could be refunded. Nothing was recorded.")
  }
  // A part that was refunded reads like the whole of it, under the token that we know.
  if (requested === undefined) {
    throw sentence("Say how much was refunded, in cents. Nothing was recorded.")
  }
  await container.resolve(CONSUMER_FINANCING).recordRefund({
    applicationId: seen.applicationId,
    amount: cents(requested),
    actor,
    note,
    token,
  })
}

const WHY_NOT: Record<Exclude<CancelResult | "needed", "ended">, string> = {
  needed: NEEDED,
  changed: "The service says something else by now. Nothing was sent: look at it again.",
  funded: "It is funded by now, so that it cannot be cancelled: refund it instead.",
  "in-doubt":
    "It is not known whether the cancel reached the service. It is checked automatically: do this again if it is still listed in a quarter of an hour.",
}

/** Cancels it at the service (endpoint 11), as the reconciliation would if nothing depended on it any more. */
const endApplication: Resolve = async (container, { seen }) => {
  const { applicationId, purchaseState, code } = seen
  const financing = container.resolve(CONSUMER_FINANCING)
  const { state } = await financing.retrieveFinancingApplication(applicationId)
  const result = await endAtService(container, {
    applicationId,
    purchaseState,
    reason: "a person decided so",
    whileCodes: code ? [code] : [],
    evenIfSettled: state === "settling",
    expired: false,
  }).catch(throwIfBusy(CART_IS_BUSY))
  if (result !== "ended") {
    throw sentence(WHY_NOT[result])
  }
}

/** Cancels the order in Medusa; the reconciliation that follows ends what is left of the application. */
const cancelOrder: Resolve = async (container, { seen, actor }) => {
  const { applicationId, orderId } = seen
  if (!orderId) {
    throw sentence("There is no order to cancel. Nothing was changed.")
  }
  const { errors } = await cancelOrderWorkflow(container).run({
    input: { order_id: orderId, canceled_by: actor },
    throwOnError: false,
  })
  if (errors.length > 0) {
    throw sentence(`The order was not cancelled: ${reasonOf(errors[0]?.error)}`)
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  await financing.timeline.note(applicationId, "order-cancelled", { order_id: orderId })
}

/** A person knows it and leaves it as it is. */
const acknowledge: Resolve = (container, { reviewCase, actor }) =>
  container.resolve(CONSUMER_FINANCING).reviewCases.acknowledge(reviewCase.id, actor)

/** How each action of `domain/review-actions.ts` is carried out. */
export const RESOLUTIONS: Record<ReviewAction, Resolve> = {
  "check-again": checkAgain,
  "confirm-it-happened": confirm("confirmed"),
  "confirm-it-did-not": confirm("refused"),
  "place-order": placeOrder,
  settle,
  refund,
  "record-refund": recordRefund,
  "end-application": endApplication,
  "cancel-order": cancelOrder,
  acknowledge,
}

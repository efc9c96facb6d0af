import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { OperationRecord, ReviewCaseRecord } from "../modules/consumer-financing/records"
import type { ServiceCheck } from "../reconciliation/check-service"
import { throwIfBusy } from "../modules/consumer-financing/coordination/lease"
import { userError } from "../translation/user-error"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { completeCart } from "../medusa/complete-cart"
import type { PurchaseState } from "../domain/purchase-state"
import { type Cents, cents, inWords, subtract, toDollars } from "../domain/money"
import { restoreRow, runMoneyRequest } from "../medusa/money-request"
import { toRefundReason } from "../translation/refund-request"
import type { PaymentSide } from "../translation/medusa-rows"
import type { Purchase } from "../translation/purchase-state"
import { readExactRest, readStoreAmounts } from "../translation/payment-amounts"
import { endAtService, withCancellationGuard } from "../reconciliation/actions/end-application"
import type { CancelResult } from "../modules/consumer-financing/operations/cancel"
import { describeReason } from "../translation/error-to-medusa"
import type { ReviewAction } from "../domain/review-actions"
import { settleInFull } from "./settle-in-full"

/** A staff decision about a review case, with the state of both sides read right before. */
export type Resolution = {
  reviewCase: ReviewCaseRecord
  check: ServiceCheck
  purchase: Purchase
  /** The unfinished operation. */
  operation: OperationRecord | null
  /** The id of the staff member who decided, and the reason. */
  actor: string
  note: string
  /** For `refund`: the amount in cents; the rest if omitted. `record-refund` needs it. */
  cents?: number | undefined
  /** For a partial `refund`: the refundable rest at the decision, in cents. */
  leftCents?: number | undefined
  /** For an operation in doubt or a portal refund that created an application: its token. */
  token?: string | undefined
}

/**
 * Executes one action with the usual operations, or throws a message with the reason. The caller has decided that
 * the action is available, and records who chose it.
 */
type Resolve = (container: MedusaContainer, resolution: Resolution) => Promise<unknown>

const NEEDED = "Something in Medusa depends on it by now. Nothing was sent: look at it again."

const CART_IS_BUSY =
  "A shopper is choosing the payment method for this cart right now. Nothing was sent: try again in a moment."

/** Resolves an operation in doubt by what staff found. */
const confirm =
  (outcome: "confirmed" | "refused"): Resolve =>
  async (container, { operation, actor, note, token }: Resolution) => {
    if (operation) {
      await container
        .resolve(CONSUMER_FINANCING)
        .resolveByStaff({ operationId: operation.id, outcome, actor, note, token })
    }
  }

/** Completes the cart; the provider checks the status again and decides about the payment. */
const placeOrder: Resolve = async (container, { check, purchase: { cartId } }) => {
  const { applicationId } = check
  const completion = cartId
    ? await completeCart(container, { applicationId, cartId })
    : { outcome: "obstacle" as const, reason: "It has no cart any more." }
  if (completion.outcome !== "placed") {
    throw userError(`The order was not placed: ${completion.reason}`)
  }
}

const CAPTURED_ALREADY: readonly PurchaseState[] = [
  "captured-order",
  "cancelled-order",
  "order-paid-otherwise",
]

/**
 * Settles (endpoint 10) where only staff can decide that it is due: a partial refund's new application whose capture
 * exists already, or a whole order that was edited, or whose payment was cancelled or refused. A cancelled order's
 * kept amount is settled before the rest is refunded.
 */
const settle: Resolve = async (container, { check, purchase }) =>
  CAPTURED_ALREADY.includes(purchase.purchaseState)
    ? await container.resolve(CONSUMER_FINANCING).settle({ applicationId: check.applicationId })
    : await settleInFull(container, { check, purchase })

/**
 * Refunds a loan that nothing needs. A captured loan is refunded in Medusa, and the provider calls the service, so
 * that both ledgers agree. A loan that Medusa never captured is refunded in full at the service only.
 */
const refund: Resolve = async (container, resolution) => {
  const { payment } = resolution.purchase
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
    throw userError(
      `The refund has to be between one cent and ${inWords(left)}, which is left of the captured amount. Nothing was sent.`
    )
  }
  // A rest below one cent belongs to the last refund: core counts a cancelled order's refund exactly.
  const isAll = amount === left
  // Core's workflow rejects a cancelled order; this writes the same rows.
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

/** Refuses a partial refund if the refundable rest has changed since the decision, because it could run twice. */
function requireDecidedNow(
  requested: number | undefined,
  { left, decided }: { left: Cents; decided: number | undefined }
): void {
  if (requested === undefined || decided === left) {
    return
  }
  throw userError(
    decided === undefined
      ? `Say with the amount how much was left of the capture when it was decided, in cents (left_cents): it is ${inWords(left)} now. Nothing was sent.`
      : `${inWords(left)} is left of the captured amount by now, and it was decided while ${inWords(cents(decided))} was: perhaps somebody has refunded it already. Nothing was sent: look at the order again.`
  )
}

async function refundLoan(
  container: MedusaContainer,
  { reviewCase, check, purchase, cents: requested, actor, note }: Resolution
): Promise<void> {
  const { applicationId } = check
  const { purchaseState } = purchase
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const left = cents(application.service_cents ?? 0)
  if (left === 0) {
    throw userError(
      "The service names no amount that it finances here, so that nothing was sent: give it back in the service's portal, and look again."
    )
  }
  if (requested !== undefined && requested !== left) {
    throw userError(
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
  const result = await withCancellationGuard(container, unneeded).catch(throwIfBusy(CART_IS_BUSY))
  if (result === "needed") {
    throw userError(NEEDED)
  }
  await financing.closing.close(applicationId)
}

/**
 * Records a refund made in the service's portal once the service's status agrees. The reconciliation that follows
 * records it in Medusa, with the staff member and the reason.
 */
const recordRefund: Resolve = async (container, resolution) => {
  const { check, purchase, cents: requested, actor, note, token } = resolution
  if (!purchase.payment?.captured_at) {
    throw userError("Medusa has captured nothing that could be refunded. Nothing was recorded.")
  }
  // Under the known token, a partial refund has the same status as a full one.
  if (requested === undefined) {
    throw userError("Say how much was refunded, in cents. Nothing was recorded.")
  }
  await container.resolve(CONSUMER_FINANCING).recordRefund({
    applicationId: check.applicationId,
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

/** Cancels at the service (endpoint 11), as the reconciliation does once nothing depends on the application. */
const endApplication: Resolve = async (container, { check, purchase }) => {
  const { applicationId, code } = check
  const { purchaseState } = purchase
  const financing = container.resolve(CONSUMER_FINANCING)
  const { state } = await financing.retrieveFinancingApplication(applicationId)
  const result = await endAtService(container, {
    applicationId,
    purchaseState,
    reason: "staff decided so",
    whileCodes: code ? [code] : [],
    evenIfSettled: state === "settling",
    expired: false,
  }).catch(throwIfBusy(CART_IS_BUSY))
  if (result !== "ended") {
    throw userError(WHY_NOT[result])
  }
}

/** Cancels the order in Medusa; the reconciliation that follows ends the rest of the application. */
const cancelOrder: Resolve = async (container, { check, purchase, actor }) => {
  const { applicationId } = check
  const { orderId } = purchase
  if (!orderId) {
    throw userError("There is no order to cancel. Nothing was changed.")
  }
  const { errors } = await cancelOrderWorkflow(container).run({
    input: { order_id: orderId, canceled_by: actor },
    throwOnError: false,
  })
  if (errors.length > 0) {
    throw userError(`The order was not cancelled: ${describeReason(errors[0]?.error)}`)
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  await financing.timeline.note(applicationId, "order-cancelled", { order_id: orderId })
}

/** The implementation of each action of `domain/review-actions.ts`. */
export const RESOLUTIONS: Record<ReviewAction, Resolve> = {
  // Both sides were just read; restarts the schedule of status checks, and a reconciliation follows.
  "check-again": (container, { check }) =>
    container.resolve(CONSUMER_FINANCING).schedule.checkSoon(check.applicationId),
  "confirm-it-happened": confirm("confirmed"),
  "confirm-it-did-not": confirm("refused"),
  "place-order": placeOrder,
  settle,
  refund,
  "record-refund": recordRefund,
  "end-application": endApplication,
  "cancel-order": cancelOrder,
  acknowledge: (container, { reviewCase, actor }) =>
    container.resolve(CONSUMER_FINANCING).reviewCases.acknowledge(reviewCase.id, actor),
}

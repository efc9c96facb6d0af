import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { type Cents, cents, inWords, subtract, toDollars } from "../../domain/money"
import { restoreRow, runMoneyRequest } from "../../medusa/money-request"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { toRefundReason } from "../../translation/refund-reason"
import { sentence } from "../../translation/sentence"
import type { PaymentSide } from "../../translation/store-side"
import { readExactRest, readStoreAmounts } from "../../translation/store-amounts"
import { underCancellationGuard } from "../../reconciliation/actions/cancellation-guard"
import type { Resolution, Resolve } from "./resolution"
import { NEEDED, tellThatCartIsBusy } from "./why-not"

/**
 * Gives back a loan that nothing needs. Where Medusa captured it, it is refunded there, and our
 * provider tells the service, so that both books agree; where Medusa never captured it, only the
 * service has something to give back, and that is everything.
 */
export const refund: Resolve = async (container, resolution) => {
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
  const result = await underCancellationGuard(container, unneeded).catch(tellThatCartIsBusy)
  if (result === "needed") {
    throw sentence(NEEDED)
  }
  await financing.closing.close(applicationId)
}

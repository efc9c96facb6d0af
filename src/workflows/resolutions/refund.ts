import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { cents, inWords, subtract, toDollars } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { toRefundReason } from "../../translation/refund-reason"
import { sentence } from "../../translation/sentence"
import type { PaymentSide } from "../../translation/standing"
import { readExactRest, readStoreAmounts } from "../../translation/store-amounts"
import type { Resolution, Resolve } from "./resolution"

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
  { cents: wished, actor, note }: Resolution,
  payment: PaymentSide
): Promise<void> {
  const { captured, refunded } = readStoreAmounts(payment)
  const left = subtract(captured, refunded)
  const amount = wished ?? left
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) {
    throw sentence(
      `The refund has to be between one cent and ${inWords(left)}, which is left of the captured amount. Nothing was sent.`
    )
  }
  // What is left of a cent goes with the last one: core counts a cancelled order's refund exactly.
  const isAll = amount === left
  // Core's workflow wants an order that is not cancelled; the rows are the same.
  await container.resolve(Modules.PAYMENT).refundPayment({
    payment_id: payment.id,
    amount: isAll ? readExactRest(payment).toFixed() : toDollars(cents(amount)),
    created_by: actor,
    note,
  })
}

async function refundLoan(
  container: MedusaContainer,
  { attention, seen: { applicationId }, cents: wished, actor, note }: Resolution
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const left = cents(application.service_cents ?? 0)
  if (wished !== undefined && wished !== left) {
    throw sentence(
      `Medusa has captured nothing of this loan, so that only all of it can be given back: ${inWords(left)}. Nothing was sent.`
    )
  }
  const refundedBefore = cents(application.refunded_cents)
  await financing.refund({
    applicationId,
    reference: attention.id,
    reason: toRefundReason({ note }),
    askedBy: { userId: actor, refundReasonId: null },
    readPlan: async () => ({
      captured: cents(left + refundedBefore),
      refundedBefore,
      amount: left,
      others: [],
      remainingCart: null,
    }),
  })
  await financing.close(applicationId)
}

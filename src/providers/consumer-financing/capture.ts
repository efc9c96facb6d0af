import type { CapturePaymentInput, CapturePaymentOutput } from "@medusajs/framework/types"
import { cents, inWords } from "../../domain/money"
import { describeOverpayment } from "../../domain/order-edit"
import { isTestData, TEST_DATA_NOT_SETTLED } from "../../domain/test-data"
import type { Aggregate } from "../../modules/consumer-financing/store/aggregate"
import { toCents } from "../../translation/amount"
import { readOtherPayments } from "../../translation/other-payments"
import type { MedusaNumber } from "../../translation/priced-record"
import { toPaymentData } from "../../translation/session-data"
import { isCancelled } from "../../translation/purchase-state"
import { ORDER_STANDING_FIELDS, type OrderSide } from "../../translation/store-side"
import { requireApplication } from "./find-application"
import type { Needs } from "./needs"
import { sentence } from "../../translation/sentence"

type CaptureRow = {
  id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  payment: { id: string; payment_session_id: string; payment_collection_id: string }
}

type OtherPayment = {
  id: string
  captured_at?: string | Date | null
  canceled_at?: string | Date | null
}

/**
 * Settles (endpoint 10) the whole application. The open capture row tells the amount, which Medusa
 * does not pass: a partial capture is refused before any call, since the service settles everything.
 */
export async function capture(
  needs: Needs,
  { context }: CapturePaymentInput
): Promise<CapturePaymentOutput> {
  const row = await readCapture(needs, String(context?.idempotency_key))
  const sessionId = row.payment.payment_session_id
  const known = await requireApplication(needs, sessionId)
  const { application } = known
  const amount = toCents(row.raw_amount ?? row.amount)
  const financed = cents(application.financed_cents)
  if (amount !== financed) {
    throw sentence(
      `Consumer financing is settled as a whole: capture ${inWords(financed)}, not ${inWords(amount)}. Nothing was sent.`
    )
  }
  await requireOnlyPayment(needs, known, row.payment.id)
  const settled = await needs.financing.settle({
    applicationId: application.id,
    reference: row.id,
    // What is settled already is written down all the same.
    beforeSending: async () => {
      await readCapture(needs, row.id)
      await requireOrderToPay(needs, known, row.payment.payment_collection_id)
    },
  })
  await requireRow(needs, row.id)
  return { data: toPaymentData(settled, sessionId) }
}

const ANOTHER_IS_CAPTURED =
  "Another payment of this order is captured already, and both rest on one financing. Nothing was sent."
const ANOTHER_IS_LIVE =
  "Two payments of this order rest on one financing. Nothing was sent: one of them is cancelled automatically in a few minutes; capture the other one then."

/**
 * A loan is settled once, so it may pay for one payment only. A completion that failed half-way can
 * leave a second one; the reconciliation cancels it.
 */
async function requireOnlyPayment(
  { query, financing }: Needs,
  { application, sessionIds }: Aggregate,
  paymentId: string
): Promise<void> {
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "captured_at", "canceled_at"],
    filters: { payment_session_id: sessionIds },
  })
  const others = (data as OtherPayment[]).filter(
    ({ id, canceled_at }) => id !== paymentId && !canceled_at
  )
  if (others.length > 0) {
    await financing.schedule.requestReconcile(application.id)
    const isCaptured = others.some(({ captured_at }) => captured_at)
    throw sentence(isCaptured ? ANOTHER_IS_CAPTURED : ANOTHER_IS_LIVE)
  }
}

const ORDER_CANCELLED =
  "This order was cancelled, so its financing is not settled. Nothing was sent: the loan is ended automatically."

/** The order that the payment belongs to stands, its loan is real, and it is not paid for by other payments already. */
async function requireOrderToPay(
  needs: Needs,
  { application: { id, environment, financed_cents }, sessionIds }: Aggregate,
  collectionId: string
): Promise<void> {
  if (isTestData(environment, needs.financing.options.environment)) {
    throw sentence(TEST_DATA_NOT_SETTLED)
  }
  const order = await readOrder(needs, collectionId)
  if (!order) {
    return
  }
  if (isCancelled(order)) {
    throw sentence(ORDER_CANCELLED)
  }
  const { paid, left } = readOtherPayments(order, sessionIds)
  const overpayment = describeOverpayment({
    total: toCents(order.total),
    financed: cents(financed_cents),
    paidOtherwise: paid,
    left,
  })
  // Unless a person decided that what was signed is settled all the same.
  if (overpayment && !(await needs.financing.leases.mayBePaidAgain(id))) {
    throw sentence(overpayment)
  }
}

async function readOrder({ query }: Needs, collectionId: string): Promise<OrderSide | undefined> {
  const { data: links } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: collectionId },
  })
  const [link] = links as { order_id: string }[]
  if (!link) {
    return undefined
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ORDER_STANDING_FIELDS,
    filters: { id: link.order_id },
  })
  return data[0] as OrderSide | undefined
}

const ROW_IS_GONE =
  "The financing is settled, but Medusa dropped the row of this capture meanwhile. The capture is recorded automatically: do not enter it again."

/** A process that stood still for minutes had its row taken for left behind: core would count nothing. */
async function requireRow(needs: Needs, id: string): Promise<void> {
  if (!(await findCapture(needs, id))) {
    throw sentence(ROW_IS_GONE)
  }
}

async function readCapture(needs: Needs, id: string): Promise<CaptureRow> {
  const row = await findCapture(needs, id)
  if (!row) {
    throw sentence(
      "Medusa has no open capture for this settlement. Nothing was sent: capture the payment from the order."
    )
  }
  return row
}

async function findCapture({ query }: Needs, id: string): Promise<CaptureRow | undefined> {
  const { data } = await query.graph({
    entity: "capture",
    fields: [
      "id",
      "amount",
      "raw_amount",
      "payment.id",
      "payment.payment_session_id",
      "payment.payment_collection_id",
    ],
    filters: { id },
  })
  return data[0] as CaptureRow | undefined
}

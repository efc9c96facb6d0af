import type { CapturePaymentInput, CapturePaymentOutput } from "@medusajs/framework/types"
import { cents, inWords } from "../../domain/money"
import { toCents } from "../../translation/amount"
import type { MedusaNumber } from "../../translation/priced-record"
import { toPaymentData } from "../../translation/session-data"
import { requireApplication } from "./find-application"
import type { Needs } from "./needs"
import { sentence } from "../../translation/sentence"

type CaptureRow = {
  id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  payment: { id: string; payment_session_id: string }
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
  const application = await requireApplication(needs, sessionId)
  const amount = toCents(row.raw_amount ?? row.amount)
  const financed = cents(application.financed_cents)
  if (amount !== financed) {
    throw sentence(
      `Consumer financing is settled as a whole: capture ${inWords(financed)}, not ${inWords(amount)}. Nothing was sent.`
    )
  }
  await requireOnlyPayment(needs, application.id, row.payment.id)
  const settled = await needs.financing.settle({ applicationId: application.id, reference: row.id })
  return { data: toPaymentData(settled, sessionId) }
}

const ANOTHER_IS_CAPTURED =
  "Another payment of this order is captured already, and both rest on one financing. Nothing was sent."
const ANOTHER_IS_LIVE =
  "Two payments of this order rest on one financing. Nothing was sent: one of them is cancelled by itself in a few minutes; capture the other one then."

/**
 * A loan is settled once, so it may pay for one payment only. A completion that failed half-way can
 * leave a second one; the sync cancels it.
 */
async function requireOnlyPayment(
  { query, financing }: Needs,
  applicationId: string,
  paymentId: string
): Promise<void> {
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "captured_at", "canceled_at"],
    filters: { payment_session_id: await financing.listSessionIds(applicationId) },
  })
  const others = (data as OtherPayment[]).filter(
    ({ id, canceled_at }) => id !== paymentId && !canceled_at
  )
  if (others.length > 0) {
    await financing.requestSync(applicationId)
    const isCaptured = others.some(({ captured_at }) => captured_at)
    throw sentence(isCaptured ? ANOTHER_IS_CAPTURED : ANOTHER_IS_LIVE)
  }
}

async function readCapture({ query }: Needs, id: string): Promise<CaptureRow> {
  const { data } = await query.graph({
    entity: "capture",
    fields: ["id", "amount", "raw_amount", "payment.id", "payment.payment_session_id"],
    filters: { id },
  })
  const row = data[0] as CaptureRow | undefined
  if (!row) {
    throw sentence(
      "Medusa has no open capture for this settlement. Nothing was sent: capture the payment from the order."
    )
  }
  return row
}

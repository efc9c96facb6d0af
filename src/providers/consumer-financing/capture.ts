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
  const settled = await needs.financing.settle({ applicationId: application.id, reference: row.id })
  return { data: toPaymentData(settled, sessionId) }
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

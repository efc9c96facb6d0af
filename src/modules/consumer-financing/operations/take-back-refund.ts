import { cents, subtract, ZERO_CENTS } from "../../../domain/money"
import { REFUND_KINDS } from "../../../domain/operation"
import { isEnded } from "../../../domain/status-codes"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { sentence } from "../../../translation/sentence"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { changeRow, writeAtomically } from "../store/rows"
import { checkStatus } from "./check-status"
import { findDoubt, inDoubt, withMoneyLease } from "./money-guard"
import { type RecordRefundInput, recordRefund } from "./record-refund"
import { readNamedToken } from "./resolve-by-person"

/** `token` and `amount`: the new application that the portal shows, and what was refunded in truth. */
export type TakeBackInput = RecordRefundInput & {
  /** Takes the row that stands for the refund out of Medusa's records. */
  removeRow: (refundId: string) => Promise<void>
}

const NOT_RECORDED =
  "The last refund of this order was not recorded by a person. Nothing was changed."
const AGREES =
  "The service confirms the recorded refund. Nothing was changed. If its portal shows a new application, enter its number and the refunded amount."

/**
 * Takes back the last refund that a person recorded, while the service says something else; with a token, what it
 * says is recorded instead. Nothing is sent. Throws INVALID_DATA with a sentence otherwise.
 */
export async function takeBackRefund(
  context: Context,
  { removeRow, ...input }: TakeBackInput
): Promise<void> {
  const { applicationId: id, amount, token, actor, note } = input
  await withMoneyLease(context, id, async () => {
    const doubt = await findDoubt(context, id)
    if (doubt) throw inDoubt(doubt.kind)
    const application = await context.rows.retrieveFinancingApplication(id)
    const [last, before] = await context.rows.listFinancingOperations(
      { application_id: id, kind: [...REFUND_KINDS], outcome: "confirmed" },
      { order: { target_cents: "ASC" }, take: 2 }
    )
    // One whose answer was lost, and which a person confirmed, has an error.
    if (!last?.resolved_by || last.error_code !== null) throw sentence(NOT_RECORDED)
    const left = cents(before?.target_cents ?? application.financed_cents)
    const target = subtract(left, amount)
    if (token) {
      const mayBeEarlier = amount === ZERO_CENTS
      await readNamedToken(context, { application, token, target, mayBeEarlier })
    }
    const says = token ? target : await readFinanced(context, application)
    if (says === last.target_cents) throw sentence(AGREES)
    if (last.reference) await removeRow(last.reference)
    const refunded_cents = application.financed_cents - left
    const state = refunded_cents > 0 ? "partly-refunded" : "funded"
    const changes = { id, refunded_cents, service_cents: left, state, settled: true }
    const ended = { id: last.id, outcome: "refused", error_code: "taken_back" }
    await writeAtomically(
      context.knex,
      changeRow(context.knex, "FinancingApplications", changes),
      changeRow(context.knex, "FinancingOperations", ended)
    )
    const details = { cents: left - (last.target_cents ?? 0), note }
    await context.timeline.noteBy(actor, id, { what: "refund-taken-back", details })
  })
  await (token ? recordRefund(context, input) : context.schedule.requestReconcile(id))
}

/** In cents, what the service finances under the token that is known. */
async function readFinanced(context: Context, known: ApplicationRecord): Promise<number | null> {
  const { code, amount } = await checkStatus(context, known).catch((error: unknown) => {
    throw toMerchantError(error, { isRead: true })
  })
  return isEnded(code) ? ZERO_CENTS : amount
}

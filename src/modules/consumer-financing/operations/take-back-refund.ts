import { cents, subtract, ZERO_CENTS } from "../../../domain/money"
import { isRecordedByStaff, REFUND_KINDS } from "../../../domain/operation"
import { isEnded } from "../../../domain/status-codes"
import { sentence } from "../../../translation/sentence"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { changeRow, writeAtomically } from "../store/rows"
import { checkStatusOrRefuse, findDoubt, inDoubt, withMoneyLease } from "./money-guard"
import { type RecordRefundInput, recordRefund } from "./record-refund"
import { readNamedToken } from "./resolve-by-person"

/** `token` is the new application that the portal shows, `amount` the refund that it shows. */
export type TakeBackInput = RecordRefundInput & {
  /** Removes the refund's row from Medusa. */
  removeRow: (refundId: string) => Promise<void>
}

const NOT_RECORDED =
  "The last refund of this order was not recorded by a person. Nothing was changed."
const AGREES =
  "The service confirms the recorded refund. Nothing was changed. If its portal shows a new application, enter its number and the refunded amount."

/**
 * Takes back the last refund that a person recorded, if the service does not confirm it. With a token, records the
 * refund of that application instead. Changes nothing at the service. Throws INVALID_DATA with a message otherwise.
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
    if (!last || !isRecordedByStaff(last)) throw sentence(NOT_RECORDED)
    const left = cents(before?.target_cents ?? application.financed_cents)
    const target = subtract(left, amount)
    if (token) {
      const mayBeEarlier = amount === ZERO_CENTS
      await readNamedToken(context, { application, token, target, mayBeEarlier })
    }
    const financed = token ? target : await readFinanced(context, application)
    if (financed === last.target_cents) throw sentence(AGREES)
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
    const details = { cents: left - (last.target_cents ?? 0), left_cents: left, note }
    await context.timeline.noteBy(actor, id, { what: "refund-taken-back", details })
  })
  await (token ? recordRefund(context, input) : context.schedule.requestReconcile(id))
}

/** Reads the amount in cents that the service finances under the current token. */
async function readFinanced(context: Context, known: ApplicationRecord): Promise<number | null> {
  const { code, amount } = await checkStatusOrRefuse(context, { application: known })
  return isEnded(code) ? ZERO_CENTS : amount
}

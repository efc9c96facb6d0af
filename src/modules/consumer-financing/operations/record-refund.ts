import { userError } from "../../../translation/user-error"
import { type Cents, cents, inWords, subtract, ZERO_CENTS } from "../../../domain/money"
import { isEnded, isSigned, type ReportedCode } from "../../../domain/status-codes"
import { toMerchantError } from "../../../translation/error-to-medusa"
import type { Context } from "../context"
import { checkStatusOrRefuse, findDoubt, inDoubt, withMoneyLease } from "./money-guard"
import type { ApplicationRecord } from "../records"
import { checkStatus } from "./check-status"
import { recordFullRefund, recordPartialRefund } from "./run-operation"
import { readNamedToken } from "./resolve-by-staff"
import { isCountedAsNotPaid, isRecordedByStaff, REFUND_KINDS } from "../../../domain/operation"
import { changeRow, writeAtomically } from "../store/rows"

export type RecordRefundInput = {
  applicationId: string
  /** The refunded amount; zero where the service continues under another token over the same amount. */
  amount: Cents
  /** The service's new application for the remaining amount, as its portal shows it. */
  token?: string | undefined
  /** The id of the staff member, never a name. */
  actor: string
  /** The reason, shown with Medusa's refund. */
  note: string
}

/**
 * Records in the journal a refund made in the service's portal, or the end of a captured loan whose application is
 * over there; sends nothing. Accepted only if the service's status agrees: nothing is financed any more, or exactly
 * the remaining amount. Throws INVALID_DATA with a message otherwise.
 */
export async function recordRefund(context: Context, input: RecordRefundInput): Promise<void> {
  const { applicationId: id, token, actor, note } = input
  await withMoneyLease(context, id, async () => {
    const doubt = await findDoubt(context, id)
    if (doubt) {
      throw inDoubt(doubt.kind)
    }
    const application = await context.rows.retrieveFinancingApplication(id)
    const remaining = remainingAfter(application, input)
    const code = await readProof(context, { application, remaining, input })
    if (input.amount === ZERO_CENTS && token) {
      // Nothing was refunded: the service continues under another token, perhaps an earlier one.
      await context.tokens.moveTo(application, token)
    } else {
      const { id: operationId } = await context.journal.writeIntent({
        applicationId: id,
        kind: remaining === ZERO_CENTS ? "refund" : "partial-refund",
        token: await context.tokens.currentOf(id),
        target: remaining,
        deadline: 0,
      })
      const resolved = { resolved_by: actor, resolution_note: note }
      const operation = await context.journal.update({ id: operationId, ...resolved })
      if (remaining === ZERO_CENTS) {
        await recordFullRefund(context, { application, operation })
      } else {
        if (token) await context.outcomes.adoptToken({ application, operation, token })
        const isNotPaid = !token && isCountedAsNotPaid(operation, application.paid_out_cents)
        await recordPartialRefund(context, { application, operation, code, isNotPaid })
      }
    }
    if (code === "unknown" && remaining > ZERO_CENTS) {
      // What staff stated and the amount agree, so the remaining loan counts as settled.
      await context.applications.update({ id, settled: true })
    }
    await context.reviewCases.close(id, "refunded-elsewhere")
  })
  await context.schedule.requestReconcile(id)
}

function remainingAfter(
  { financed_cents, refunded_cents }: ApplicationRecord,
  { amount, token }: RecordRefundInput
): Cents {
  const left = cents(financed_cents - refunded_cents)
  const remaining = subtract(left, amount)
  const least = token ? 0 : 1
  if (!Number.isSafeInteger(amount) || amount < least || remaining < 0) {
    throw userError(
      `The refund has to be between one cent and ${inWords(left)}, the amount that is not refunded yet. Nothing was recorded.`
    )
  }
  return remaining
}

type Claim = { application: ApplicationRecord; remaining: Cents; input: RecordRefundInput }

/** Reads the status at the service if it agrees with what staff stated. */
async function readProof(
  context: Context,
  { application, remaining, input: { amount, token } }: Claim
): Promise<ReportedCode> {
  if (token) {
    if (remaining === ZERO_CENTS) {
      throw userError(
        "A token is named for what is financed still, and nothing would be. Nothing was recorded: say how much of it was refunded."
      )
    }
    const mayBeEarlier = amount === ZERO_CENTS
    const named = { application, token, target: remaining, mayBeEarlier }
    const code = await readNamedToken(context, named)
    // The portal's refund of a captured loan created it, so the loan was settled.
    return requireSigned(code, { wasSettled: true, remaining })
  }
  const seen = await checkStatus(context, application).catch((error: unknown) => {
    throw toMerchantError(error)
  })
  if (remaining === ZERO_CENTS) {
    const saysSo = isEnded(seen.code) || contradictsSettle(seen.code, seen.application.settled)
    if (!seen.tokenAgrees || !saysSo) {
      throw userError(
        "The service does not say that everything was refunded, nor that the financing is over. Nothing was recorded."
      )
    }
    return seen.code
  }
  if (!seen.tokenAgrees || seen.amount !== remaining) {
    throw userError(
      `The service does not finance ${inWords(remaining)} under the token that is known. Nothing was recorded: if its portal shows a new application for what remains, name that token.`
    )
  }
  return requireSigned(seen.code, { wasSettled: seen.application.settled, remaining })
}

const contradictsSettle = (code: ReportedCode, wasSettled: boolean) =>
  wasSettled && code === "unknown"

function requireSigned(
  code: ReportedCode,
  { wasSettled, remaining }: { wasSettled: boolean; remaining: Cents }
): ReportedCode {
  if (!isSigned(code) && !contradictsSettle(code, wasSettled)) {
    throw userError(
      `The service's application over ${inWords(remaining)} is neither funded nor ready to settle. Nothing was recorded.`
    )
  }
  return code
}

/** `token` is the new application that the portal shows, `amount` its refund, which is ignored without a token. */
export type TakeBackInput = RecordRefundInput & {
  /** Removes the refund's row from Medusa. */
  removeRow: (refundId: string) => Promise<void>
}

const NOT_RECORDED = "The last refund of this order was not recorded by staff. Nothing was changed."
const AGREES =
  "The service confirms the recorded refund. Nothing was changed. If its portal shows a new application, enter its number and the refunded amount."

/**
 * Takes back the last refund that staff recorded, if the service does not confirm it. With a token, records the
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
    const [last, previous] = await context.rows.listFinancingOperations(
      { application_id: id, kind: [...REFUND_KINDS], outcome: "confirmed" },
      { order: { target_cents: "ASC" }, take: 2 }
    )
    if (!last || !isRecordedByStaff(last)) throw userError(NOT_RECORDED)
    const financedBefore = cents(previous?.target_cents ?? application.financed_cents)
    const target = subtract(financedBefore, amount)
    if (token) {
      const mayBeEarlier = amount === ZERO_CENTS
      await readNamedToken(context, { application, token, target, mayBeEarlier })
    }
    const financed = token ? target : await readFinanced(context, application)
    if (financed === last.target_cents) throw userError(AGREES)
    if (last.reference) await removeRow(last.reference)
    const refunded_cents = application.financed_cents - financedBefore
    const state = refunded_cents > 0 ? "partly-refunded" : "funded"
    const changes = { id, refunded_cents, service_cents: financedBefore, state, settled: true }
    const ended = { id: last.id, outcome: "refused", error_code: "taken_back" }
    await writeAtomically(
      context.knex,
      changeRow(context.knex, "FinancingApplications", changes),
      changeRow(context.knex, "FinancingOperations", ended)
    )
    const details = {
      cents: financedBefore - (last.target_cents ?? 0),
      left_cents: financedBefore,
      not_paid: isCountedAsNotPaid(last, application.paid_out_cents),
      note,
    }
    await context.timeline.noteBy(actor, id, { what: "refund-taken-back", details })
  })
  await (token ? recordRefund(context, input) : context.schedule.requestReconcile(id))
}

/** Reads the amount in cents that the service finances under the current token. */
async function readFinanced(context: Context, known: ApplicationRecord): Promise<number | null> {
  const { code, amount } = await checkStatusOrRefuse(context, { application: known })
  return isEnded(code) ? ZERO_CENTS : amount
}

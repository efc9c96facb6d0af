import { NotSent, userError } from "../../../translation/user-error"
import { type Cents, cents, inWords } from "../../../domain/money"
import { proveSettle } from "../../../domain/doubt"
import { isRefundable } from "../../../domain/settled-loan"
import { describeCode, isFunded, isReadyToSettle } from "../../../domain/status-codes"
import { toMerchantError } from "../../../translation/error-to-medusa"
import {
  checkStatusOrRefuse,
  findDoubt,
  findDoubtIn,
  inDoubt,
  readEvidence,
  withMoneyLease,
} from "./money-guard"
import { clearDoubt, finishOperation, runFollowUp, runOperation } from "./run-operation"
import type { ApplicationRecord } from "../records"
import type { Context } from "../context"
import { persist } from "../store/rows"
import { checkStatus, type StatusCheck } from "./check-status"

export type SettleInput = {
  applicationId: string
  /** Medusa's capture row, for a capture. */
  reference?: string
  /** Runs right before the call; throws a message where Medusa forbids the settle. */
  beforeSending?: () => Promise<void>
}

/**
 * Settles an application (endpoint 10): the order has shipped, funding may begin. Checks the status first and
 * settles only S with the financed amount, and never again once confirmed; a settle in doubt is repeated once. Throws
 * MedusaError INVALID_DATA with a message when it was refused or is in doubt.
 */
export async function settle(
  context: Context,
  { applicationId, reference, beforeSending }: SettleInput
): Promise<ApplicationRecord> {
  return await withMoneyLease(context, applicationId, async (lease) => {
    const known = await context.applications.readAggregate(applicationId)
    const doubt = await findDoubtIn(context, known)
    if (doubt && doubt.kind !== "settle") {
      throw inDoubt(doubt.kind)
    }
    const seen = await checkStatusOrRefuse(context, known)
    const { application, code, token } = seen
    // Funded, or the service confirmed the settle and its present code does not contradict that.
    if (isFunded(code) || (!doubt && isRefundable({ ...application, code, settling: false }))) {
      requireAmount(seen)
      if (doubt) await finishOperation(context, doubt, { outcome: "confirmed" })
      return application
    }
    requireSettleable(seen)
    if (doubt) {
      if (proveSettle(readEvidence(context, doubt, code)) !== "repeat") throw inDoubt("settle")
    } else if (application.state === "settling") {
      return application
    }
    await beforeSending?.()
    const target = amountToSettle(application)
    const intent = { kind: "settle" as const, token, target, reference }
    const call = { applicationToken: token, postback: context.options.ownPostbacks }
    try {
      const { operation } = await runOperation(
        context,
        { application, intent, lease, repeats: doubt },
        (client, options) => client.settle(call, options)
      )
      const settled = await persist(() => context.outcomes.confirmSettle(operation, target))
      await runFollowUp(context, () =>
        clearDoubt(context, { operation, application: settled }, "settle-again")
      )
      return settled
    } catch (error) {
      return await proveOrThrow(context, application, error)
    }
  })
}

function requireAmount({ amount, tokenAgrees, application }: StatusCheck): void {
  const owed = amountToSettle(application)
  if (!tokenAgrees || amount === null || amount !== owed) {
    throw userError(
      `The financing service reports ${amount === null ? "no amount" : inWords(amount)} for this application, but the order has ${inWords(owed)} to settle. Nothing was settled: compare the order with the service's portal first.`
    )
  }
}

function requireSettleable(seen: StatusCheck): void {
  if (!isReadyToSettle(seen.code)) {
    throw userError(
      `Only an application that is ready to settle can be settled; the financing service says: ${describeCode(seen.code)} (${seen.application.code || "no status"}). Nothing was sent.`
    )
  }
  requireAmount(seen)
}

/** Returns the amount to settle: financed minus refunded. A partial refund may require a new settle. */
function amountToSettle(application: ApplicationRecord): Cents {
  return cents(application.financed_cents - application.refunded_cents)
}

/** A status check may already prove a settle whose answer was lost or invalid. */
async function proveOrThrow(
  context: Context,
  application: ApplicationRecord,
  error: unknown
): Promise<ApplicationRecord> {
  const operation = error instanceof NotSent ? null : await findDoubt(context, application.id)
  if (operation) {
    const seen = await checkStatus(context, application).catch(() => null)
    const settled = amountToSettle(application)
    if (seen && isFunded(seen.code) && seen.amount === settled) {
      await finishOperation(context, operation, { outcome: "confirmed" })
      const details = { cents: settled, proof: "status-check" }
      await context.timeline.note(application.id, "settled", details)
      return seen.application
    }
    await context.schedule.checkSoon(application.id)
  }
  throw toMerchantError(error)
}

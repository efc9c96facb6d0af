import type { MedusaError } from "@medusajs/framework/utils"
import {
  FinancingError,
  type PartialRefundAnswer,
  type PartialRefundBody,
  RefusedError,
} from "../../../financing-api"
import type { Context } from "../context"
import { describeDoubt } from "../../../domain/doubt"
import { findDoubt } from "./money-guard"
import {
  finishOperation,
  recordFullRefund,
  recordPartialRefund,
  runFollowUp,
  runOperation,
} from "./run-operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import { checkStatus } from "./check-status"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { isUserFacing, NotSent, userError, UserFacingError } from "../../../translation/user-error"
import type { Cents } from "../../../domain/money"
import type { Lease } from "../coordination/lease"
import type { Happened } from "../store/timeline"
import { confirmByCheck } from "./resolve-by-status-check"
import type { PluginOptions } from "../../../options/options"
import { isSigned, readStatusCode, type ReportedCode } from "../../../domain/status-codes"
import { persist } from "../store/rows"

/**
 * Returns the operation in doubt after a refund's call failed; null when the refund did not happen. Adds a timeline
 * entry if the service refused it or could not be reached.
 */
async function judgeFailedRefund(
  context: Context,
  inHand: RefundInHand,
  error: unknown
): Promise<OperationRecord | null> {
  if (error instanceof NotSent) {
    return null
  }
  const doubt = await findDoubtOf(context, inHand)
  if (!doubt && error instanceof FinancingError && error.outcome === "did-not-happen") {
    const { application, happened } = inHand
    const details = { cents: happened.details?.cents, refund_id: inHand.reference }
    await runFollowUp(context, () =>
      context.timeline.note(application.id, "refund-refused", details)
    )
  }
  return doubt
}

/** Checks the status after a refusal, which proves nothing if the status has changed. Call it under the money lease. */
async function findDoubtOf(
  context: Context,
  { application, reference }: RefundInHand
): Promise<OperationRecord | null> {
  const doubt = await findDoubt(context, application.id)
  if (doubt) return doubt
  const call = { application_id: application.id, reference, outcome: "refused" as const }
  const refused = await context.journal.findNewest(call)
  // Without an answer it was never sent.
  if (!refused || refused.http_status === null) {
    return null
  }
  // Reopens the operation, so that it is in doubt if this process dies during the check.
  await finishOperation(context, refused, { outcome: "intended" })
  if (await isUnchanged(context, application)) {
    await finishOperation(context, refused, { outcome: "refused" })
    return null
  }
  const { error_code } = refused
  await context.reviewCases.markInDoubt(refused, { error_code }, describeDoubt(refused))
  return refused
}

async function isUnchanged(context: Context, application: ApplicationRecord): Promise<boolean> {
  try {
    const { code, amount, tokenAgrees } = await checkStatus(context, application)
    return tokenAgrees && code !== "T" && amount === application.service_cents
  } catch (error) {
    // Without an answer the refusal counts; a refused status check suggests that the loan was replaced.
    return !(error instanceof FinancingError && error.code === "refused")
  }
}

const RECORDED_BY_ITSELF =
  "It is recorded here automatically once it is known to have happened: do not enter it again."

/** The contract uses two names for the list of items (endpoint 13). */
const OTHER_NAME =
  "If the service does not find the items, choose their other name in the setting `partialRefundItems` (Settings: Name of a partial refund's items)."

const DENIED =
  "The financing service refused this refund, and yet does not show the financing as it was: it is not known whether the refund happened."

/** Converts a failed or doubtful refund into the merchant's message. */
export function toRefundError(error: unknown, { isInDoubt }: { isInDoubt: boolean }): MedusaError {
  const plain = toMerchantError(error)
  const explained = isItemsRefusal(error) ? userError(`${plain.message} ${OTHER_NAME}`) : plain
  if (!isInDoubt) {
    return explained
  }
  const cause = explained instanceof UserFacingError ? explained.getCause() : undefined
  const isDenied = error instanceof FinancingError && error.outcome === "did-not-happen"
  const message = isDenied ? DENIED : explained.message
  return userError(`${message} ${RECORDED_BY_ITSELF}`).withCause(cause)
}

function isItemsRefusal(error: unknown): boolean {
  const isBodyRefused = error instanceof RefusedError && error.operation === "partialRefund"
  return isBodyRefused && [400, 422].includes(error.httpStatus ?? 0)
}

/** A refund with the data read before its call. */
export type RefundInHand = {
  /** Medusa's refund row. */
  reference: string
  /** The reason of a full refund (endpoint 12 has the field, 13 does not). */
  reason: string
  lease: Lease
  application: ApplicationRecord
  /** The newest of its chain. */
  token: string
  /** The amount that the service finances afterwards. */
  remaining: Cents
  /** The timeline entry of the request. */
  happened: Happened
}

/** Refunds the rest (endpoint 12), with the reason. */
export async function refundInFull(
  context: Context,
  inHand: RefundInHand
): Promise<ApplicationRecord> {
  const { application, token, lease, reference, reason, remaining: target, happened } = inHand
  const intent = { kind: "refund" as const, token, target, reference, happened }
  try {
    const { operation } = await runOperation(
      context,
      { application, intent, lease },
      (client, options) => client.refund({ applicationToken: token, reason }, options)
    )
    return await recordFullRefund(context, { application, operation })
  } catch (error) {
    const doubt = await judgeFailedRefund(context, inHand, error)
    const updated = doubt && (await proveByCheck(context, application, doubt))
    if (!updated) {
      throw toRefundError(error, { isInDoubt: doubt !== null })
    }
    return updated
  }
}

/** Confirms a full refund once the service reports T; checks again soon until then. */
async function proveByCheck(
  context: Context,
  application: ApplicationRecord,
  doubt: OperationRecord
): Promise<ApplicationRecord | null> {
  const seen = await checkStatus(context, application).catch(() => null)
  const updated = seen && (await confirmByCheck(context, { doubt, seen }).catch(() => null))
  if (!updated) {
    await context.schedule.checkSoon(application.id)
  }
  return updated
}

/**
 * Refunds a part (endpoint 13): the service refunds the whole loan and creates a new one for the rest, under a new
 * token. Without a valid new token the refund stays in doubt; `domain/doubt.ts` describes how that ends.
 */
export async function refundInPart(
  context: Context,
  inHand: RefundInHand & { remainingCart: PartialRefundBody }
): Promise<ApplicationRecord> {
  const { application, token, lease, reference, remaining: target, happened } = inHand
  const body = renameItems(inHand.remainingCart, context.options.partialRefundItems)
  const intent = { kind: "partial-refund" as const, token, target, reference, happened }
  let journal: Journaled
  try {
    journal = await runOperation(context, { application, intent, lease }, (client, options) =>
      client.partialRefund({ applicationToken: token, body }, options)
    )
  } catch (error) {
    await context.schedule.checkSoon(application.id)
    const doubt = await judgeFailedRefund(context, inHand, error)
    throw toRefundError(error, { isInDoubt: doubt !== null })
  }
  const { operation, answer } = journal
  try {
    const newToken = await persist(() => adoptIfNew(context, application, journal))
    if (newToken === null) return await markInDoubt(context, operation, null)
    // An older answer format says "ok" in place of the new application's code.
    const code =
      answer.status?.toLowerCase() === "ok"
        ? await readNewCode(context, inHand)
        : readStatusCode(answer.status)
    return isSigned(code)
      ? await recordPartialRefund(context, { application, operation, code })
      : await markInDoubt(context, { ...operation, new_token: newToken }, code)
  } catch (error) {
    // An answer that was not recorded counts as lost.
    throw isUserFacing(error) ? error : toRefundError(error, { isInDoubt: true })
  }
}

function renameItems(
  { items, ...rest }: PartialRefundBody,
  name: PluginOptions["partialRefundItems"]
): PartialRefundBody {
  if (name === "items") return { ...rest, items }
  return { ...rest, ...(name === "both" ? { items } : {}), applicationItems: items }
}

type Journaled = { operation: OperationRecord; answer: PartialRefundAnswer }

/** Adds the answer's token to the chain and returns it; null if there is none. Safe to repeat. */
async function adoptIfNew(
  context: Context,
  application: ApplicationRecord,
  { operation, answer: { token } }: Journaled
): Promise<string | null> {
  const newToken = await context.tokens.onlyIfNew(application, token)
  if (newToken !== null) {
    await context.outcomes.adoptToken({ operation, application, token: newToken })
    return newToken
  }
  const { new_token } = await context.rows.retrieveFinancingOperation(operation.id)
  return token !== null && new_token === token ? token : null
}

async function readNewCode(
  context: Context,
  { application, remaining }: RefundInHand
): Promise<ReportedCode> {
  const seen = await checkStatus(context, application).catch(() => null)
  return seen && seen.tokenAgrees && seen.amount === remaining ? seen.code : "unknown"
}

/** Null: the answer had no new token to check. */
function describeHeld(code: ReportedCode | null): string {
  if (code === null) return "The service answered without a new token."
  return code === "B"
    ? "The customer has to sign again before the partial refund counts."
    : "The service answered the partial refund with a status that does not prove it."
}

async function markInDoubt(
  context: Context,
  operation: OperationRecord,
  code: ReportedCode | null
): Promise<never> {
  const { customer_url } = await context.rows.retrieveFinancingApplication(operation.application_id)
  const question = describeDoubt(
    { kind: operation.kind, hasNewToken: operation.new_token !== null },
    { code, hasLink: customer_url !== null }
  )
  await context.reviewCases.markInDoubt(operation, { error_code: "unproven" }, question)
  await context.schedule.checkSoon(operation.application_id)
  const held = `${describeHeld(code)} It is not counted as refunded: compare the order with the service's portal before anything else is done.`
  throw toRefundError(userError(held), { isInDoubt: true })
}

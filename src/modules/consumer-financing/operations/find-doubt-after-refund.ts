import { FinancingError, RefusedError } from "../../../financing-api"
import type { Context } from "../context"
import { questionAbout } from "../../../domain/doubt"
import { findDoubt } from "./find-doubt"
import { finish } from "./finish-operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import { checkStatus } from "./check-status"
import type { MedusaError } from "@medusajs/framework/utils"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { NotSent, UserFacingError } from "../../../translation/sentence"
import { refusal } from "./refusal"

/** `application` as it was read right before the call; `reference` is Medusa's row. */
type Called = { application: ApplicationRecord; reference: string }

/**
 * The operation of which nobody knows how it ended, after a refund's call failed; null when it did not
 * happen. A service that says no is asked how the application stands: when that is not as it was, the
 * refusal proves nothing. Call it under the money lease.
 */
export async function findDoubtAfterRefund(
  context: Context,
  called: Called,
  error: unknown
): Promise<OperationRecord | null> {
  if (error instanceof NotSent) {
    return null
  }
  return (await findDoubt(context, called.application.id)) ?? (await findDenied(context, called))
}

async function findDenied(
  context: Context,
  { application, reference }: Called
): Promise<OperationRecord | null> {
  const [refused] = await context.rows.listFinancingOperations(
    { application_id: application.id, reference, outcome: "refused" },
    { order: { created_at: "DESC" }, take: 1 }
  )
  // Without an answer it was never sent.
  if (!refused || refused.http_status === null) {
    return null
  }
  // Not over yet: should this process die over the status check, the row is in doubt like one that was interrupted.
  await finish(context, refused, { outcome: "intended" })
  if (await readsAsBefore(context, application)) {
    await finish(context, refused, { outcome: "refused" })
    return null
  }
  const { error_code } = refused
  await context.reviewCases.leaveInDoubt(refused, { error_code }, questionAbout(refused))
  return refused
}

async function readsAsBefore(context: Context, application: ApplicationRecord): Promise<boolean> {
  try {
    const { code, amount, tokenAgrees } = await checkStatus(context, application)
    return tokenAgrees && code !== "T" && amount === application.service_cents
  } catch (error) {
    // No answer proves nothing. That it answers no more for this token does.
    return !(error instanceof FinancingError && error.code === "refused")
  }
}

/** For the merchant, who would otherwise enter it again. */
const RECORDED_BY_ITSELF =
  "It is recorded here automatically once it is known to have happened: do not enter it again."

/** The contract names the list of items in two ways (endpoint 13). */
const OTHER_NAME =
  "If the service does not find the items, choose their other name in the setting `partialRefundItems` (Settings: Name of a partial refund's items)."

const DENIED =
  "The financing service refused this refund, and yet does not show the financing as it was: it is not known whether the refund happened."

/** What the merchant reads when a refund's call failed, or nobody knows how it ended. */
export function refundFailed(error: unknown, { isInDoubt }: { isInDoubt: boolean }): MedusaError {
  const plain = toMerchantError(error)
  const told = isItemsRefusal(error) ? refusal(`${plain.message} ${OTHER_NAME}`) : plain
  if (!isInDoubt) {
    return told
  }
  const unexpected = told instanceof UserFacingError ? told.insteadOf() : undefined
  const isDenied = error instanceof FinancingError && error.outcome === "did-not-happen"
  return refusal(`${isDenied ? DENIED : told.message} ${RECORDED_BY_ITSELF}`).because(unexpected)
}

function isItemsRefusal(error: unknown): boolean {
  const isBodyRefused = error instanceof RefusedError && error.operation === "partialRefund"
  return isBodyRefused && [400, 422].includes(error.httpStatus ?? 0)
}

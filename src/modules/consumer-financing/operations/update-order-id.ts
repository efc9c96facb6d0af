import { NotSent } from "../../../translation/user-error"
import { isOverdue } from "../../../domain/operation"
import { secondsUntilCheck } from "../../../domain/check-schedule"
import { FinancingError } from "../../../financing-api"
import type { Lease } from "../coordination/lease"
import { runOperation } from "./run-operation"
import type { OperationRecord } from "../records"
import type { Aggregate } from "../store/aggregate"
import type { Context } from "../context"

/**
 * Sends the order's final number to the service (endpoint 14), once per token. It sets an absolute value, so a
 * failed call is sent again, and a refused one at the schedule's pace. Returns false while it is not done. Call it
 * under a lease that excludes concurrent updates.
 */
export async function updateOrderId(
  context: Context,
  { application, currentToken }: Aggregate,
  { orderId, lease }: { orderId: string; lease: Lease }
): Promise<boolean> {
  const applicationId = application.id
  const token = currentToken?.token ?? (await context.tokens.currentOf(applicationId))
  if (
    application.confirmed_order_id === orderId &&
    application.confirmed_order_id_token === token
  ) {
    return true
  }
  try {
    const intent = { kind: "update-order-id" as const, token, reference: orderId }
    const newest = await context.journal.findNewest({ application_id: applicationId, ...intent })
    const earlier = newest?.outcome === "confirmed" ? null : newest
    if (earlier && !isDueAgain(context, earlier)) {
      return false
    }
    const { operation } = await runOperation(
      context,
      { application, intent, lease, repeats: earlier },
      (client, options) => client.updateOrderId({ applicationToken: token, id: orderId }, options)
    )
    const { review_reason } = await context.outcomes.confirmOrderId(operation, { orderId, token })
    if (review_reason !== null) await context.reviewCases.close(applicationId, "order-id")
    return true
  } catch (error) {
    if (error instanceof FinancingError && error.code === "refused") {
      await context.reviewCases.open(
        applicationId,
        "order-id",
        `The service would not take the order's number ${orderId} (HTTP ${error.httpStatus}): in its portal the order goes by the number it was created with.`
      )
    } else if (!(error instanceof FinancingError || error instanceof NotSent)) {
      throw error
    }
    return false
  }
}

/** Waits after each refusal as long as the schedule of status checks does at that step. */
function isDueAgain({ options, clock }: Context, earlier: OperationRecord): boolean {
  if (earlier.outcome !== "refused") {
    return earlier.outcome === "in-doubt" || isOverdue(earlier, clock.now())
  }
  const seconds = secondsUntilCheck(options.polling.schedule, earlier.attempts - 1)
  const failedAt = new Date(earlier.updated_at).getTime()
  return seconds !== null && clock.now() >= failedAt + seconds * 1000
}

import type { Logger } from "@medusajs/framework/types"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import type { Needs } from "./needs"
import { findOrderOfSession } from "../../medusa/read-session"

/**
 * Requests an application's cancellation and returns. The data may come from a browser, and core cancels and deletes
 * for its own reasons, so nothing is cancelled here. The reconciliation cancels the application only if no order,
 * payment or session depends on it.
 */
export async function requestCancellation(
  needs: Needs,
  data: Record<string, unknown> | undefined,
  reason: string
): Promise<void> {
  const { financing, logger } = needs
  try {
    const sessionId = String(data?.session_id)
    const known = await financing.applications.findAggregateBySession(sessionId)
    const application = known?.application
    // A workflow of this plugin deletes the session that it could not authorize; this is not a request.
    if (
      application &&
      !isOver(application) &&
      !(await financing.leases.isPayingAgainAllowed(application.id))
    ) {
      await keepOrder(needs, application, sessionId).catch((error: unknown) =>
        logFailure(logger, error, "an application's order was not recorded")
      )
      await financing.timeline.note(application.id, "cancellation-requested", { reason })
      await financing.schedule.requestReconcile(application.id)
    }
  } catch (error) {
    // The shopper must be able to continue; the schedule checks every open application anyway.
    logFailure(logger, error, "the request to cancel an application was not recorded")
  }
}

/** Whether it was declined without consequences, so that a storefront's new session causes no status check. */
const isOver = ({ state, live_key, order_id, next_check_at }: ApplicationRecord) =>
  state === "declined" && live_key === null && order_id === null && next_check_at === null

function logFailure(logger: Logger, error: unknown, what: string): void {
  const kind = error instanceof Error ? error.name : "unknown"
  logger.error(`consumer-financing: ${what} (${kind})`)
}

/**
 * Records the order of a session that is about to be deleted: an order that awaits the service's decision, or whose
 * completion died, may be linked to the application by this session alone.
 */
async function keepOrder(
  needs: Needs,
  { id, requested_order_id }: ApplicationRecord,
  sessionId: string
): Promise<void> {
  if (requested_order_id !== null) {
    return
  }
  const orderId = await findOrderOfSession(needs.knex, sessionId)
  if (orderId) {
    await needs.financing.applications.update({ id, order_id: orderId })
  }
}

import type { Logger } from "@medusajs/framework/types"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import type { Needs } from "./needs"
import { findOrderOfSession } from "../../medusa/read-session"

type Wish = { data: Record<string, unknown> | undefined; reason: string }

/**
 * Requests the cancellation of an application, and returns. The data may be a browser's, and core cancels
 * and deletes for reasons of its own: so nothing is ended here. The reconciliation that this wakes ends the
 * application when no order, payment or session lives on it, and never otherwise.
 */
export async function requestCancellation(needs: Needs, { data, reason }: Wish): Promise<void> {
  const { financing, logger } = needs
  try {
    const sessionId = String(data?.session_id)
    const application = await financing.applications.findBySession(sessionId)
    // A workflow of ours takes back the session that it could not authorize: nobody asks for anything.
    if (
      application &&
      !isOver(application) &&
      !(await financing.leases.mayBePaidAgain(application.id))
    ) {
      await keepOrder(needs, application, sessionId).catch((error: unknown) =>
        tell(logger, error, "the order that stands on an application was not noted")
      )
      await financing.timeline.note(application.id, "cancellation-requested", { reason })
      await financing.schedule.requestReconcile(application.id)
    }
  } catch (error) {
    // The shopper must be able to go on; every open application is looked at on schedule anyway.
    tell(logger, error, "the request to cancel an application was not recorded")
  }
}

/** Declined, and nothing follows: a storefront that makes its session again causes no status check. */
const isOver = ({ state, live_key, order_id, next_check_at }: ApplicationRecord) =>
  state === "declined" && live_key === null && order_id === null && next_check_at === null

function tell(logger: Logger, error: unknown, what: string): void {
  const kind = error instanceof Error ? error.name : "unknown"
  logger.error(`consumer-financing: ${what} (${kind})`)
}

/**
 * An order that waits for the service's decision, or whose completion died, hangs on the application by this
 * session alone, which is gone in a moment, perhaps before anybody noted which order it is.
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
    await needs.financing.applications.rememberOrder(id, orderId)
  }
}

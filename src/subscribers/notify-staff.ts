import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { EVENT_PREFIX, SERVICE_UNAVAILABLE } from "../modules/consumer-financing/events"
import {
  type InputOf,
  type NotifyFinancingStaffInput,
  notifyFinancingStaffWorkflow,
} from "../workflows/notify-staff"

type ReviewCaseEvent = InputOf<"needs-attention"> & { id: string }
type StateEvent = { id: string; state?: string }

const NEEDS_ATTENTION = `${EVENT_PREFIX}.needs-attention`

/** After these, an order may be ready to ship. */
const MAY_BE_READY = [
  "status-changed",
  "order-placed",
  "order-authorized",
  // After the storefront has completed the cart.
  "order-id-told",
  "review-case-cleared",
  "review-case-resolved",
].map((what) => `${EVENT_PREFIX}.${what}`)

/** Notifies staff of a new review case, an outage, or an order that is ready to ship. */
export default async function notifyStaff({
  event: { name, data },
  container,
}: SubscriberArgs): Promise<void> {
  const input = toInput(name, data)
  if (input) await notifyFinancingStaffWorkflow(container).run({ input })
}

function toInput(name: string, data: unknown): NotifyFinancingStaffInput | null {
  if (name === SERVICE_UNAVAILABLE) {
    const { cause, environment, since } = data as InputOf<"service-unavailable">
    return { what: "service-unavailable", cause, environment, since }
  }
  if (name === NEEDS_ATTENTION) {
    const { id: application_id, review_case_id, order_id, cause, reason } = data as ReviewCaseEvent
    return { what: "needs-attention", application_id, review_case_id, order_id, cause, reason }
  }
  const { id: application_id, state = "ready-to-settle" } = data as StateEvent
  return state === "ready-to-settle" ? { what: "ready-to-ship", application_id } : null
}

export const config: SubscriberConfig = {
  event: [NEEDS_ATTENTION, SERVICE_UNAVAILABLE, ...MAY_BE_READY],
  context: { subscriberId: "consumer-financing-tell-staff" },
}

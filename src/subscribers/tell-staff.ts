import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { EVENT_PREFIX, SERVICE_UNAVAILABLE } from "../modules/consumer-financing/events"
import { notifyFinancingStaffWorkflow } from "../workflows/notify"

type StaffEvent = {
  id?: string
  cause?: string
  reason?: string
  order_id?: string | null
  environment?: string
}

/** Notifies staff of a new review case or an outage, if the settings contain a recipient. */
export default async function notifyStaff({
  event: { name, data },
  container,
}: SubscriberArgs<StaffEvent>): Promise<void> {
  const { id, cause, reason, order_id, environment } = data
  await notifyFinancingStaffWorkflow(container).run({
    input:
      name === SERVICE_UNAVAILABLE
        ? { what: "service-unavailable", data: { cause, environment } }
        : { what: "needs-attention", data: { application_id: id, order_id, cause, reason } },
  })
}

export const config: SubscriberConfig = {
  event: [`${EVENT_PREFIX}.needs-attention`, SERVICE_UNAVAILABLE],
  context: { subscriberId: "consumer-financing-tell-staff" },
}

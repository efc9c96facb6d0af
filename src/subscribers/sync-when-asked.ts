import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { SYNC_REQUESTED } from "../modules/consumer-financing/events"
import { syncApplicationWorkflow } from "../workflows"

/** A wish was recorded, or another sync was under way: compare both worlds again. */
export default async function syncWhenAsked({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await syncApplicationWorkflow(container).run({
    input: { application_id: event.data.id, cause: "store" },
  })
}

export const config: SubscriberConfig = { event: SYNC_REQUESTED }

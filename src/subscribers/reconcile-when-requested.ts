import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { RECONCILE_REQUESTED } from "../modules/consumer-financing/events"
import { reconcileApplicationWorkflow } from "../workflows"

/** Reconciles after a requested cancellation, or when another reconciliation was running. */
export default async function reconcileWhenRequested({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await reconcileApplicationWorkflow(container).run({
    input: { application_id: event.data.id, cause: "store" },
  })
}

export const config: SubscriberConfig = { event: RECONCILE_REQUESTED }

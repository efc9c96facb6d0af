import type { ProviderWebhookPayload, WebhookActionResult } from "@medusajs/framework/types"
import { PaymentActions } from "@medusajs/framework/utils"
import { applicationToken } from "../../financing-api"
import type { Needs } from "./needs"

/**
 * Core's own hook route is open to anyone, and an action with a session id that no longer exists
 * would complete a stranger's cart. So no action is ever returned: a known token wakes a status check.
 */
export async function listenToCoreHook(
  { financing }: Needs,
  { data }: ProviderWebhookPayload["payload"]
): Promise<WebhookActionResult> {
  const uuid = applicationToken.safeParse(data.uuid)
  const application = uuid.success ? await financing.tokens.findApplication(uuid.data) : null
  if (application) {
    await financing.schedule.requestReconcile(application.id)
  }
  return { action: PaymentActions.NOT_SUPPORTED }
}

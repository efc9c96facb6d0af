import type { ProviderWebhookPayload, WebhookActionResult } from "@medusajs/framework/types"
import { PaymentActions } from "@medusajs/framework/utils"
import type { Needs } from "./needs"

/**
 * Core's own hook route is open to anyone, and an action with a session id that no longer exists
 * would complete a stranger's cart. So no action is ever returned: a known token wakes a look.
 */
export async function listenToCoreHook(
  { financing }: Needs,
  { data }: ProviderWebhookPayload["payload"]
): Promise<WebhookActionResult> {
  const uuid: unknown = data.uuid
  if (typeof uuid === "string" && uuid.length > 0 && uuid.length <= 200) {
    const application = await financing.findByToken(uuid)
    if (application) {
      await financing.requestSync(application.id)
    }
  }
  return { action: PaymentActions.NOT_SUPPORTED }
}

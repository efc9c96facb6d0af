import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { readSettings } from "../../../read-input"
import { environmentName } from "../../../setting-inputs"

/** Deletes the credentials of an environment; its applications wait for new ones. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { settings } = req.scope.resolve(CONSUMER_FINANCING)
  const { environment } = readSettings(environmentName, req.params)
  await settings.forgetCredentials({ environment, actor: req.auth_context.actor_id })
  res.json({ settings: await settings.show() })
}

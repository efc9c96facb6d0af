import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { flagTestOrders } from "../../../../modules/consumer-financing/operations/flag-test-orders"
import { readSettings } from "../read-input"
import { settingsInput } from "../setting-inputs"

/** Returns the settings from here and medusa-config, the defaults, and recent changes. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { settings } = req.scope.resolve(CONSUMER_FINANCING)
  res.json({ settings: await settings.show() })
}

/** Changes settings; every server applies them within seconds. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { settings } = financing
  const values = readSettings(settingsInput, req.body)
  await settings.change({ values, actor: req.auth_context.actor_id })
  if (values.environment) await flagTestOrders(financing.context)
  if (values.settle !== undefined) await financing.schedule.checkSignedOrders()
  res.json({ settings: await settings.show() })
}

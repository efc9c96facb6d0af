import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import type { ShownOutage } from "../shown"

/** Returns the service's outages: at most one alarm per environment. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { outages, options, settings } = req.scope.resolve(CONSUMER_FINANCING)
  const shown = (await outages.list()).map(({ id, cause, since, shoppers, cents }): ShownOutage => {
    const is_in_use = id === options.environment
    const is_locked = settings.isLocked(id)
    return { environment: id, is_in_use, is_locked, cause, since, shoppers, cents }
  })
  res.json({ outages: shown })
}

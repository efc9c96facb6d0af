import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import type { ShownHealth } from "../shown"

/** Returns the health for staff and for monitors, which use the HTTP status. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const health: ShownHealth = await req.scope.resolve(CONSUMER_FINANCING).readHealth()
  res.setHeader("Cache-Control", "no-store")
  res.status(health.status === "down" ? 503 : 200).json({ health })
}

import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { readInput } from "../read-input"
import { homeInput, type ShownHome } from "../shown"

/** Returns whether the database belongs to the shop, by the answering server's last challenge. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const home: ShownHome = req.scope.resolve(CONSUMER_FINANCING).home.show()
  res.json({ home })
}

/** Records that the shop has moved to this server's address, or that its database is a copy. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { decision } = readInput(homeInput, req.body)
  const { home } = req.scope.resolve(CONSUMER_FINANCING)
  const decided: ShownHome = await home.decide(decision, req.auth_context.actor_id)
  res.json({ home: decided })
}

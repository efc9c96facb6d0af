import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import { showFile } from "../../show-application"

/** Returns one application with all its records. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const file = await financing.readApplication(req.params.id ?? "")
  res.json({ application: await showFile(req, file) })
}

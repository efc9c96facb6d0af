import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { welcomeBack } from "../../../../welcome-back"

/** The shopper walked away from the service's page: only looks and redirects. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await welcomeBack(req, res, "cancel")
}

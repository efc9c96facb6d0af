import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { welcomeBack } from "../../../../welcome-back"

/** The shopper finished at the service: looks, places the order when it may, redirects. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await welcomeBack(req, res, "return")
}

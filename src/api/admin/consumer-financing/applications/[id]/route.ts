import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { showApplicationById } from "../../show-application"

/** Returns one application with all its records. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ application: await showApplicationById(req, req.params.id ?? "") })
}

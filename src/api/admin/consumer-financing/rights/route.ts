import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readRights } from "../staff-rights"

/** What whoever asks may do here, so that the screens offer nothing that their role does not allow. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ rights: await readRights(req) })
}

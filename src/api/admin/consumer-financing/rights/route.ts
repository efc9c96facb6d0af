import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readRights } from "../staff-rights"

/** Returns the requester's rights, so that screens offer only allowed actions. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ rights: await readRights(req) })
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { runSelfCheck } from "../../../../../workflows/self-check"

/** Checks the plugin's configuration and environment. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ self_check: await runSelfCheck(req.scope) })
}

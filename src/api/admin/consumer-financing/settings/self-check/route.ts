import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { runSelfCheck } from "../../../../../workflows/self-check"

/** Whether everything around the plugin is as it has to be. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ self_check: await runSelfCheck(req.scope) })
}

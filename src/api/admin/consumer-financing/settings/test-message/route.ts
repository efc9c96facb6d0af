import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { notifyFinancingStaffWorkflow } from "../../../../../workflows/notify-staff"

/** Sends staff a test message, and answers what became of it on each channel. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { result } = await notifyFinancingStaffWorkflow(req.scope).run({ input: { what: "test" } })
  res.json({ deliveries: result })
}

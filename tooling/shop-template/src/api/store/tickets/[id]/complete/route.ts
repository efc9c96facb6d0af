import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { completeWithTicketsWorkflow } from "../../../../../workflows/complete-with-tickets"

/** The shop's own route that completes a cart. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  const { result } = await completeWithTicketsWorkflow(req.scope).run({
    input: { id, cart_id: id },
  })
  res.json(result)
}

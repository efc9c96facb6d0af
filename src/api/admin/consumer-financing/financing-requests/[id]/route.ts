import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readRequest } from "../../../../../workflows/financing-requests"
import { showRequest } from "../../shown-request"

export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const request = await readRequest(req.scope, req.params.id ?? "")
  res.json({ financing_request: showRequest(request) })
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import { findApplicationOfOrder } from "../../../../../workflows/find-application-of-order"
import { showFile } from "../../show-application"

/** The application that an order is paid by, or null when it is paid in another way. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = await findApplicationOfOrder(req.scope, req.params.id ?? "")
  const file = id && (await req.scope.resolve(CONSUMER_FINANCING).readApplication(id))
  res.json({ application: file ? await showFile(req.scope, file) : null })
}

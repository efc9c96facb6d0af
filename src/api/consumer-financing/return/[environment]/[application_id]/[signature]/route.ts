import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { handleReturn } from "../../../../handle-return"

/** The shopper finished at the service: checks the status, places the order if possible, and redirects. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await handleReturn(req, res, "return")
}

/** The same for a service that returns the shopper with a form, whose body is ignored. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await handleReturn(req, res, "return")
}

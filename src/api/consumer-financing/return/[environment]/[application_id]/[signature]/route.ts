import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { handleReturn } from "../../../../handle-return"

/** The shopper finished at the service: checks the status, places the order when it may, moves on. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await handleReturn(req, res, "return")
}

/** The same, where the service sends the shopper back by a form, whose body is not read. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await handleReturn(req, res, "return")
}

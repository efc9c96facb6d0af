import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { handleReturn } from "../../../../handle-return"

/** The shopper walked away from the service's page: only checks the status and moves on. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await handleReturn(req, res, "cancel")
}

/** The same, where the service sends the shopper back by a form, whose body is not read. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await handleReturn(req, res, "cancel")
}

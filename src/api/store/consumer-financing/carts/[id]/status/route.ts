import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readCartStatus } from "../../../../../../workflows/cart-status"
import { answering, notFound } from "../../../refusal"

/**
 * How a cart's financing stands, for whoever holds the cart's id, as Medusa's own `GET /store/carts/{id}`
 * tells it. Whatever else is turned on: every storefront needs it when its shopper comes back.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(req, res, async () => {
    const status = await readCartStatus(req.scope, req.params.id ?? "")
    if (!status) {
      throw notFound()
    }
    return { financing: status }
  })
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readCartStatus } from "../../../../../../workflows/cart-status"
import { answering, notFound } from "../../../refusal"

/**
 * Returns a cart's financing status to anyone with the cart's id, like Medusa's own `GET /store/carts/{id}`.
 * Independent of optional features: every storefront needs it when its shopper returns.
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

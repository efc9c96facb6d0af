import { readCartStatus } from "../../../../../../workflows/cart-status"
import { answerWith, notFound } from "../../../refusal"

/**
 * Returns a cart's financing status to anyone with the cart's id, like Medusa's own `GET /store/carts/{id}`.
 * Independent of optional features: every storefront needs it when its shopper returns.
 */
export const GET = answerWith(async (req) => {
  const status = await readCartStatus(req.scope, req.params.id ?? "")
  if (!status) {
    throw notFound()
  }
  return { financing: status }
})

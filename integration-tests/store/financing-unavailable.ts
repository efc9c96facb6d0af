import type { ShopClient } from "../../tooling/clients/shop-client"
import { createHarness } from "./harness"
import { getRefusalMessage } from "./money-steps"

const { store } = createHarness()

/** The message to shoppers when the service is unreachable or the shop has no credentials. */
export const UNAVAILABLE_MESSAGE =
  /^Financing is not available (right now|in this shop at the moment)\./

/** Expects a message that financing is unavailable, and that the cart can be completed with another method. */
export async function expectFinancingUnavailable(storefront: ShopClient): Promise<string> {
  const cart = await storefront.createCart()
  expect(await getRefusalMessage(storefront.choosePaymentMethod(cart.id))).toMatch(
    UNAVAILABLE_MESSAGE
  )
  const sessions = await store.queryGraph<{
    payment_collection?: { payment_sessions?: unknown[] }
  }>({
    entity: "cart",
    fields: ["payment_collection.payment_sessions.*"],
    filters: { id: cart.id },
  })
  expect(sessions[0]?.payment_collection?.payment_sessions ?? []).toEqual([])
  await storefront.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
  expect((await storefront.completeCart(cart.id)).type).toBe("order")
  return cart.id
}

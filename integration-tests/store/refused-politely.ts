import type { ShopClient } from "../../tooling/clients/shop-client"
import { harness } from "./harness"
import { sentenceOf } from "./money-steps"

const { store } = harness()

/** The message to shoppers when the service is unreachable or the shop has no credentials. */
export const SORRY = /^Financing is not available (right now|in this shop at the moment)\./

/** Expects a message that financing is unavailable, and that the cart can be completed with another method. */
export async function expectRefusedPolitely(storefront: ShopClient): Promise<string> {
  const cart = await storefront.createCart()
  expect(await sentenceOf(storefront.choosePaymentMethod(cart.id))).toMatch(SORRY)
  const sessions = await store.queryGraph<{ payment_collection?: { payment_sessions?: unknown[] } }>({
    entity: "cart",
    fields: ["payment_collection.payment_sessions.*"],
    filters: { id: cart.id },
  })
  expect(sessions[0]?.payment_collection?.payment_sessions ?? []).toEqual([])
  await storefront.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
  expect((await storefront.completeCart(cart.id)).type).toBe("order")
  return cart.id
}

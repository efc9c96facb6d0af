import type { HttpTypes } from "@medusajs/framework/types"
import type { CartOptions } from "../../tooling/clients/shop-client"
import { createCopy, ensureOriginal } from "./copies"
import { getDatabase } from "./database"
import { createHarness } from "./harness"
import { writePurchase } from "../../tooling/purchase-rows"

const { shop } = createHarness()

/**
 * Creates a cart without an application. The shop creates the first cart for each set of options; the carts
 * returned here are copies of its database rows, because copying is faster.
 */
export async function createCart(options: CartOptions = {}): Promise<HttpTypes.StoreCart> {
  const original = await ensureOriginal(`cart ${JSON.stringify(options)}`, async () => {
    const cart = await shop.createCart(options)
    return { cartId: cart.id, known: async () => cart }
  })
  const copy = createCopy(original)
  await writePurchase(await getDatabase(), copy.rows)
  return copy.known
}

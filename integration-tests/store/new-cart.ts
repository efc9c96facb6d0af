import type { HttpTypes } from "@medusajs/framework/types"
import type { CartOptions } from "../../tooling/clients/shop-client"
import { copyOf, originalOf } from "./copies"
import { database } from "./database"
import { harness } from "./harness"
import { writePurchase } from "../../tooling/rows-of-purchase"

const { shop } = harness()

/**
 * Creates a cart without an application. The shop creates the first cart for each set of options; the carts
 * returned here are copies of its database rows, because copying is faster.
 */
export async function newCart(wish: CartOptions = {}): Promise<HttpTypes.StoreCart> {
  const original = await originalOf(`cart ${JSON.stringify(wish)}`, async () => {
    const cart = await shop.createCart(wish)
    return { cartId: cart.id, known: async () => cart }
  })
  const copy = copyOf(original)
  await writePurchase(await database(), copy.rows)
  return copy.known
}

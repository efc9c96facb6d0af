import type { HttpTypes } from "@medusajs/framework/types"
import type { CartWish } from "../../tooling/clients/shop-client"
import { copyOf, originalOf } from "./copies"
import { database } from "./database"
import { harness } from "./harness"
import { writePurchase } from "../../tooling/rows-of-purchase"

const { shop } = harness()

/**
 * A new cart of a wish, and nothing else. The shop makes the first two of their kind; the others are copies
 * of the second in the database, of the same shopper, which takes the shop no time.
 */
export async function newCart(wish: CartWish = {}): Promise<HttpTypes.StoreCart> {
  const original = await originalOf(`cart ${JSON.stringify(wish)}`, async () => {
    const cart = await shop.createCart(wish)
    return { cartId: cart.id, known: async () => cart, rests: true }
  })
  if (!original) return await shop.createCart(wish)
  const copy = copyOf(original)
  await writePurchase(await database(), copy.rows)
  return copy.known
}

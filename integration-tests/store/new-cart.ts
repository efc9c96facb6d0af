import type { HttpTypes } from "@medusajs/framework/types"
import type { CartWish } from "../../tooling/clients/shop-client"
import { copyOf, originalOf } from "./copies"
import { database } from "./database"
import { harness } from "./harness"
import { writePurchase } from "../../tooling/rows-of-purchase"

const { shop } = harness()

/**
 * A new cart of a wish, and nothing else. The shop makes one of their kind; those that are handed out are
 * copies of it in the database, of the same shopper, which takes the shop no time.
 */
export async function newCart(wish: CartWish = {}): Promise<HttpTypes.StoreCart> {
  const original = await originalOf(`cart ${JSON.stringify(wish)}`, async () => {
    const cart = await shop.createCart(wish)
    return { cartId: cart.id, known: async () => cart }
  })
  const copy = copyOf(original)
  await writePurchase(await database(), copy.rows)
  return copy.known
}

import { applyInShop } from "./own-form/apply-in-shop"
import { chooseOffer } from "./own-form/choose-offer"
import { signContract } from "./own-form/sign-contract"
import { fillCart } from "./purchase/fill-cart"
import type { Scene } from "./tour"

/** The shopper applies and chooses an offer in the shop's own checkout. */
export async function ownForm({ demo, step }: Scene): Promise<void> {
  const cart = await step("Cart", (told) => fillCart(demo, told))
  const offered = await step("Offers", (told) => applyInShop(demo, told, cart))
  const chosen = await step("Choice", (told) => chooseOffer(demo, told, offered))
  await step("Order", (told) => signContract(demo, told, chosen))
}

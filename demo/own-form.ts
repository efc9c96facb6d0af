import { applyInShop } from "./own-form/apply-in-shop"
import { chooseOffer } from "./own-form/choose-offer"
import { signContract } from "./own-form/sign-contract"
import { fillCart } from "./purchase/fill-cart"
import type { TourContext } from "./tour"

/** The shopper applies and chooses an offer in the shop's own checkout. */
export async function playOwnForm({ demo, step }: TourContext): Promise<void> {
  const cart = await step("Cart", (reporter) => fillCart(demo, reporter))
  const cartWithOffers = await step("Offers", (reporter) => applyInShop(demo, reporter, cart))
  const cartWithContract = await step("Choice", (reporter) =>
    chooseOffer(demo, reporter, cartWithOffers)
  )
  await step("Order", (reporter) => signContract(demo, reporter, cartWithContract))
}

import { askFirst, becomeApproved } from "./pre-approved/ask-first"
import { bringToCart, signByLink } from "./pre-approved/use-it"
import { fillCart } from "./purchase/fill-cart"
import type { Scene } from "./tour"

/** A guest gets pre-approved before creating a cart and uses the pre-approval at checkout. */
export async function preApproved({ demo, step }: Scene): Promise<void> {
  const asked = await step("Pre-approval", (told) => askFirst(demo, told))
  await step("Approved", (told) => becomeApproved(demo, told, asked))
  const cart = await step("Cart", (told) => fillCart(demo, told))
  await step("Claim", (told) => bringToCart(demo, told, { ...cart, ...asked }))
  await step("Order", (told) => signByLink(demo, told, cart))
}

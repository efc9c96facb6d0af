import { startPreApproval, applyForPreApproval } from "./pre-approved/ask-first"
import { attachPreApproval, signByLink } from "./pre-approved/use-it"
import { fillCart } from "./purchase/fill-cart"
import type { TourContext } from "./tour"

/** A guest gets pre-approved before creating a cart and uses the pre-approval at checkout. */
export async function playPreApproval({ demo, step }: TourContext): Promise<void> {
  const preApproval = await step("Pre-approval", (told) => startPreApproval(demo, told))
  await step("Approved", (told) => applyForPreApproval(demo, told, preApproval))
  const cart = await step("Cart", (told) => fillCart(demo, told))
  await step("Claim", (told) => attachPreApproval(demo, told, { ...cart, ...preApproval }))
  await step("Order", (told) => signByLink(demo, told, cart))
}

import { startPreApproval, applyForPreApproval } from "./pre-approved/start-pre-approval"
import { attachPreApproval, signByLink } from "./pre-approved/use-pre-approval"
import { fillCart } from "./purchase/fill-cart"
import type { TourContext } from "./tour"

/** A guest gets pre-approved before creating a cart and uses the pre-approval at checkout. */
export async function playPreApproval({ demo, step }: TourContext): Promise<void> {
  const preApproval = await step("Pre-approval", (reporter) => startPreApproval(demo, reporter))
  await step("Approved", (reporter) => applyForPreApproval(demo, reporter, preApproval))
  const cart = await step("Cart", (reporter) => fillCart(demo, reporter))
  await step("Claim", (reporter) => attachPreApproval(demo, reporter, { ...cart, ...preApproval }))
  await step("Order", (reporter) => signByLink(demo, reporter, cart))
}

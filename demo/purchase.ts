import { applyForFinancing } from "./purchase/apply-for-financing"
import { placeOrder } from "./purchase/come-back"
import { fillCart } from "./purchase/fill-cart"
import { refundPart } from "./purchase/refund-part"
import { shipAndSettle } from "./purchase/ship-and-settle"
import { signAtService } from "./purchase/sign-at-service"
import type { TourContext } from "./tour"

/** Goes from an empty cart to a partly refunded order. Verifies each step in Medusa and the simulator. */
export async function playPurchase({ demo, step }: TourContext): Promise<void> {
  const cart = await step("Cart", (told) => fillCart(demo, told))
  const cartWithApplication = await step("Application", (told) => applyForFinancing(demo, told, cart))
  const signedCart = await step("Approved", (told) => signAtService(demo, told, cartWithApplication))
  const order = await step("Order", (told) => placeOrder(demo, told, signedCart))
  const settledOrder = await step("Settled", (told) => shipAndSettle(demo, told, order))
  await step("Partly refunded", (told) => refundPart(demo, told, settledOrder))
}

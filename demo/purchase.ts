import { applyForFinancing } from "./purchase/apply-for-financing"
import { placeOrder } from "./purchase/place-order"
import { fillCart } from "./purchase/fill-cart"
import { refundPart } from "./purchase/refund-part"
import { shipAndSettle } from "./purchase/ship-and-settle"
import { signAtService } from "./purchase/sign-at-service"
import type { TourContext } from "./tour"

/** Goes from an empty cart to a partly refunded order. Verifies each step in Medusa and the simulator. */
export async function playPurchase({ demo, step }: TourContext): Promise<void> {
  const cart = await step("Cart", (reporter) => fillCart(demo, reporter))
  const cartWithApplication = await step("Application", (reporter) =>
    applyForFinancing(demo, reporter, cart)
  )
  const signedCart = await step("Approved", (reporter) =>
    signAtService(demo, reporter, cartWithApplication)
  )
  const order = await step("Order", (reporter) => placeOrder(demo, reporter, signedCart))
  const settledOrder = await step("Settled", (reporter) => shipAndSettle(demo, reporter, order))
  await step("Partly refunded", (reporter) => refundPart(demo, reporter, settledOrder))
}

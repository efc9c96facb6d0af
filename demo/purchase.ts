import { applyForFinancing } from "./purchase/apply-for-financing"
import { comeBack } from "./purchase/come-back"
import { fillCart } from "./purchase/fill-cart"
import { refundPart } from "./purchase/refund-part"
import { shipAndSettle } from "./purchase/ship-and-settle"
import { signAtService } from "./purchase/sign-at-service"
import type { Scene } from "./tour"

/** Goes from an empty cart to a partly refunded order. Verifies each step in Medusa and the simulator. */
export async function purchase({ demo, step }: Scene): Promise<void> {
  const cart = await step("Cart", (told) => fillCart(demo, told))
  const applied = await step("Application", (told) => applyForFinancing(demo, told, cart))
  const signed = await step("Approved", (told) => signAtService(demo, told, applied))
  const order = await step("Order", (told) => comeBack(demo, told, signed))
  const settled = await step("Settled", (told) => shipAndSettle(demo, told, order))
  await step("Partly refunded", (told) => refundPart(demo, told, settled))
}

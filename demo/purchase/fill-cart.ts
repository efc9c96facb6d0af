import { formatMoney, toCents } from "../money"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"

/** `total` is in cents. */
export type FilledCart = { cartId: string; total: number }

const CART_ITEMS = [
  { handle: "harbor-sofa", quantity: 1 },
  { handle: "reading-lamp", quantity: 2 },
]

/** A shopper in New York adds a sofa and two lamps to the cart and chooses delivery. */
export async function fillCart(demo: Demo, reporter: StepReporter): Promise<FilledCart> {
  const cartId = await demo.shopper.fillCart(CART_ITEMS)
  reporter.log("Harbor Sofa × 1 and Reading Lamp × 2, delivered to 350 Fifth Avenue, New York")
  return reporter.verify(async (check) => {
    const cart = await demo.shop.getCart(cartId)
    // Computed independently of Medusa: items and delivery, plus 8.875 % tax on both.
    const net = 1299 + 2 * 166.67 + 49
    const total = toCents(net * 1.08875)
    check("Medusa", "total with delivery and tax", {
      actual: formatMoney(toCents(cart.total)),
      expected: formatMoney(total),
    })
    const applications = await demo.simulator.listCartApplications(cartId)
    check("Simulator", "applications of this cart", { actual: applications.length, expected: 0 })
    return { cartId, total }
  })
}

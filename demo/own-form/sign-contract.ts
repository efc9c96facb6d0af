import { formatMoney, toCents } from "../money"
import { getSinglePayment } from "../purchase/place-order"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import { getCurrentApplication } from "./apply-in-shop"
import type { CartWithContract } from "./choose-offer"

/** The shopper signs at the service, which does not redirect back. The plugin places the order. */
export async function signContract(
  demo: Demo,
  reporter: StepReporter,
  cart: CartWithContract
): Promise<void> {
  await demo.shopper.completeApplication(cart.contractUrl)
  reporter.log("Signed and paid at the service's page, and did not return to the shop")
  await reporter.verify(async (check) => {
    const order = await demo.admin.findOrderByCart(cart.cartId)
    if (!order) throw new Error("Medusa: no order was placed for this cart.")
    check("Medusa", "payment status", { actual: order.payment_status, expected: "authorized" })
    check("Medusa", "amount authorized", {
      actual: formatMoney(toCents(getSinglePayment(order).amount)),
      expected: formatMoney(cart.total),
    })
    const { status } = await getCurrentApplication(demo, cart)
    check("Medusa", "status shown to the shopper", { actual: status, expected: "approved" })
    const serviceApplication = await demo.simulator.findCartApplication(cart.cartId)
    check("Simulator", "status", { actual: serviceApplication.status, expected: "S" })
    check("Simulator", "order id received", {
      actual: serviceApplication.orderId,
      expected: String(order.display_id),
    })
  })
}

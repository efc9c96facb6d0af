import type { HttpTypes } from "@medusajs/framework/types"
import { formatMoney, toCents } from "../money"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import type { SignedCart } from "./sign-at-service"

/** A placed order. `token` is the service's token, `total` is in cents. */
export type PlacedOrder = { orderId: string; number: string; token: string; total: number }

/** Gets the only payment of an order. @throws Error when there is none, or more than one */
export function getSinglePayment(order: HttpTypes.AdminOrder): HttpTypes.AdminPayment {
  const payments = (order.payment_collections ?? []).flatMap(({ payments }) => payments ?? [])
  const [payment, ...others] = payments
  if (!payment || others.length > 0) {
    throw new Error(`The order should have one payment, but has ${payments.length}.`)
  }
  return payment
}

/** The shopper returns to the shop: the order is placed, its payment authorized, its number sent. */
export async function placeOrder(
  demo: Demo,
  reporter: StepReporter,
  signedCart: SignedCart
): Promise<PlacedOrder> {
  const { landing: landingUrl, orderNumber } = await demo.shopper.returnToShop(signedCart.wayBack)
  return reporter.verify(async (check) => {
    const order = await demo.admin.findOrderByCart(signedCart.cartId)
    if (!order) throw new Error("Medusa: no order was placed for this cart.")
    const number = String(order.display_id)
    check("Medusa", "order", { actual: order.status, expected: "pending" })
    check("Medusa", "payment status", { actual: order.payment_status, expected: "authorized" })
    check("Medusa", "amount authorized", {
      actual: formatMoney(toCents(getSinglePayment(order).amount)),
      expected: formatMoney(signedCart.total),
    })
    const confirmationUrl = `${demo.storefrontUrl}/us/order/${order.id}/confirmed`
    check("Storefront", "shopper lands on", { actual: landingUrl, expected: confirmationUrl })
    check("Storefront", "confirms order number", { actual: orderNumber, expected: number })
    const application = await demo.simulator.application(signedCart.token)
    check("Simulator", "status", { actual: application.status, expected: "S" })
    check("Simulator", "order id received", { actual: application.orderId, expected: number })
    const postbacks = application.postbacks.map(({ status, outcome }) => `${status}: ${outcome}`)
    check("Simulator", "postbacks", { actual: postbacks, expected: ["S: HTTP 200"] })
    return { orderId: order.id, number, token: signedCart.token, total: signedCart.total }
  })
}

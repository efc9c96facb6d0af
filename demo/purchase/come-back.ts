import type { HttpTypes } from "@medusajs/framework/types"
import { asMoney, toCents } from "../money"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import type { Signed } from "./sign-at-service"

/** A placed order. `token` is the service's token, `total` is in cents. */
export type Placed = { orderId: string; number: string; token: string; total: number }

/** Gets the only payment of an order. @throws Error when there is none, or more than one */
export function paymentOf(order: HttpTypes.AdminOrder): HttpTypes.AdminPayment {
  const payments = (order.payment_collections ?? []).flatMap(({ payments }) => payments ?? [])
  const [payment, ...others] = payments
  if (!payment || others.length > 0) {
    throw new Error(`The order should have one payment, but has ${payments.length}.`)
  }
  return payment
}

/** The shopper returns to the shop: the order is placed, its payment authorized, its number sent. */
export async function comeBack(demo: Demo, told: Telling, signed: Signed): Promise<Placed> {
  const { landing, orderNumber } = await demo.shopper.comeBack(signed.wayBack)
  return told.verify(async (check) => {
    const order = await demo.admin.findOrderByCart(signed.cartId)
    if (!order) throw new Error("Medusa: no order was placed for this cart.")
    const number = String(order.display_id)
    check("Medusa", "order", { is: order.status, due: "pending" })
    check("Medusa", "payment status", { is: order.payment_status, due: "authorized" })
    check("Medusa", "amount authorized", {
      is: asMoney(toCents(paymentOf(order).amount)),
      due: asMoney(signed.total),
    })
    const confirmation = `${demo.storefrontUrl}/us/order/${order.id}/confirmed`
    check("Storefront", "shopper lands on", { is: landing, due: confirmation })
    check("Storefront", "confirms order number", { is: orderNumber, due: number })
    const seen = await demo.simulator.application(signed.token)
    check("Simulator", "status", { is: seen.status, due: "S" })
    check("Simulator", "order id received", { is: seen.orderId, due: number })
    const postbacks = seen.postbacks.map(({ status, outcome }) => `${status}: ${outcome}`)
    check("Simulator", "postbacks", { is: postbacks, due: ["S: HTTP 200"] })
    return { orderId: order.id, number, token: signed.token, total: signed.total }
  })
}

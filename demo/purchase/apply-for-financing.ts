import type { HttpTypes } from "@medusajs/framework/types"
import { asMoney, toCents } from "../money"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import type { FilledCart } from "./fill-cart"

export type Applied = FilledCart & { pageUrl: string; token: string }

/** Reads a cart's payment session over the Store API. */
export async function sessionOf(
  { shop }: Demo,
  cartId: string
): Promise<HttpTypes.StorePaymentSession | undefined> {
  const { cart } = await shop.storeApi.get<HttpTypes.StoreCartResponse>(
    `/store/carts/${cartId}?fields=*payment_collection.payment_sessions`
  )
  return cart.payment_collection?.payment_sessions?.[0]
}

/** The shopper chooses financing. The plugin files an application and returns the service's page. */
export async function applyForFinancing(
  demo: Demo,
  told: Telling,
  cart: FilledCart
): Promise<Applied> {
  const pageUrl = await demo.shopper.chooseFinancing(cart.cartId)
  return told.verify(async (check) => {
    const session = await sessionOf(demo, cart.cartId)
    check("Medusa", "payment session", { is: session?.status, due: "pending" })
    check("Medusa", "amount of the session", {
      is: asMoney(toCents(Number(session?.amount))),
      due: asMoney(cart.total),
    })
    check("Medusa", "state shown to the shopper", {
      is: session?.data.status,
      due: "awaiting-customer",
    })
    const applications = await demo.simulator.listCartApplications(cart.cartId)
    check("Simulator", "applications of this cart", { is: applications.length, due: 1 })
    const application = await demo.simulator.findCartApplication(cart.cartId)
    check("Simulator", "status", { is: application.status, due: "P" })
    check("Simulator", "amount to finance", {
      is: asMoney(toCents(application.loanAmount)),
      due: asMoney(cart.total),
    })
    check("Simulator", "provisional order id", {
      is: application.orderId,
      due: `${cart.cartId}-1`,
    })
    check("Simulator", "its page is the shopper's", { is: pageUrl === application.url, due: true })
    return { ...cart, pageUrl, token: application.tip }
  })
}

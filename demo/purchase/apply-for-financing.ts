import type { HttpTypes } from "@medusajs/framework/types"
import { formatMoney, toCents } from "../money"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import type { FilledCart } from "./fill-cart"

export type CartWithApplication = FilledCart & { pageUrl: string; token: string }

/** Reads a cart's payment session over the Store API. */
export async function getPaymentSession(
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
  reporter: StepReporter,
  cart: FilledCart
): Promise<CartWithApplication> {
  const pageUrl = await demo.shopper.chooseFinancing(cart.cartId)
  return reporter.verify(async (check) => {
    const session = await getPaymentSession(demo, cart.cartId)
    check("Medusa", "payment session", { actual: session?.status, expected: "pending" })
    check("Medusa", "amount of the session", {
      actual: formatMoney(toCents(Number(session?.amount))),
      expected: formatMoney(cart.total),
    })
    check("Medusa", "state shown to the shopper", {
      actual: session?.data.status,
      expected: "awaiting-customer",
    })
    const applications = await demo.simulator.listCartApplications(cart.cartId)
    check("Simulator", "applications of this cart", { actual: applications.length, expected: 1 })
    const application = await demo.simulator.findCartApplication(cart.cartId)
    check("Simulator", "status", { actual: application.status, expected: "P" })
    check("Simulator", "amount to finance", {
      actual: formatMoney(toCents(application.loanAmount)),
      expected: formatMoney(cart.total),
    })
    check("Simulator", "provisional order id", {
      actual: application.orderId,
      expected: `${cart.cartId}-1`,
    })
    check("Simulator", "its page is the shopper's", {
      actual: pageUrl === application.url,
      expected: true,
    })
    return { ...cart, pageUrl, token: application.tip }
  })
}

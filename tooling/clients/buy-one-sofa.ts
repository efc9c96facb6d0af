import type { HttpTypes } from "@medusajs/framework/types"
import type { ApplicationView } from "../../src/sandbox"
import { shopFacts } from "../shop-facts"
import type { Store } from "../store-process"
import { adminClient } from "./admin-client"
import { shopClient } from "./shop-client"
import { simulatorClient } from "./simulator-client"

type Where = { store: Pick<Store, "url">; databaseUrl: string; simulatorUrl: string }

/**
 * A whole purchase in a seeded shop, over HTTP: from the cart to the captured payment.
 * @returns the order, and the application as the service has it then
 */
export async function buyOneSofa({ store, databaseUrl, simulatorUrl }: Where): Promise<{
  order: HttpTypes.AdminOrder
  application: ApplicationView
}> {
  const shopper = shopClient(store.url, await shopFacts(databaseUrl))
  const merchant = adminClient(store.url)
  const service = simulatorClient(simulatorUrl)
  const cart = await shopper.createCart({ items: [{ handle: "harbor-sofa", quantity: 1 }] })
  await shopper.choosePaymentMethod(cart.id)
  const { tip } = await service.applicationOfCart(cart.id)
  await service.decision(tip, { outcome: "approve" })
  await service.decision(tip, { outcome: "sign" })
  const completion = await shopper.completeCart(cart.id)
  if (completion.type !== "order") throw new Error(completion.error.message)
  const placed = await merchant.order(completion.order.id)
  const payment = placed.payment_collections[0]?.payments?.[0]
  if (!payment) throw new Error("The order has no payment")
  await merchant.capture(payment.id)
  return { order: await merchant.order(placed.id), application: await service.application(tip) }
}

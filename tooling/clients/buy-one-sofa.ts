import type { HttpTypes } from "@medusajs/framework/types"
import type { ApplicationView } from "../../src/sandbox"
import { readShopFacts } from "../shop-facts"
import type { Store } from "../store-process"
import { createAdminClient } from "./admin-client"
import { createShopClient } from "./shop-client"
import { createSimulatorClient } from "./simulator-client"

type PurchaseEnvironment = { store: Pick<Store, "url">; databaseUrl: string; simulatorUrl: string }

/** A shopper's order and its application's token at the service. */
export type SofaOrder = { order: HttpTypes.AdminOrder; token: string }

/** Buys one sofa in a seeded shop over HTTP, up to the placed order. */
export async function orderOneSofa({
  store,
  databaseUrl,
  simulatorUrl,
}: PurchaseEnvironment): Promise<SofaOrder> {
  const shopper = createShopClient(store.url, await readShopFacts(databaseUrl))
  const service = createSimulatorClient(simulatorUrl)
  const cart = await shopper.createCart({ items: [{ handle: "harbor-sofa", quantity: 1 }] })
  await shopper.choosePaymentMethod(cart.id)
  const { tip: token } = await service.findCartApplication(cart.id)
  await service.decision(token, { outcome: "approve" })
  await service.decision(token, { outcome: "sign" })
  const completion = await shopper.completeCart(cart.id)
  if (completion.type !== "order") throw new Error(completion.error.message)
  return { order: await createAdminClient(store.url).getOrder(completion.order.id), token }
}

/** Buys one sofa, up to the captured payment. @returns the order, and the service's application after the capture */
export async function buyOneSofa(environment: PurchaseEnvironment): Promise<{
  order: HttpTypes.AdminOrder
  application: ApplicationView
}> {
  const { order, token } = await orderOneSofa(environment)
  const merchant = createAdminClient(environment.store.url)
  const payment = order.payment_collections[0]?.payments?.[0]
  if (!payment) throw new Error("The order has no payment")
  await merchant.capture(payment.id)
  const application = await createSimulatorClient(environment.simulatorUrl).application(token)
  return { order: await merchant.getOrder(order.id), application }
}

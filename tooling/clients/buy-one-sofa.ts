import type { HttpTypes } from "@medusajs/framework/types"
import type { ApplicationView } from "../../src/sandbox"
import { shopFacts } from "../shop-facts"
import type { Store } from "../store-process"
import { adminClient } from "./admin-client"
import { shopClient } from "./shop-client"
import { simulatorClient } from "./simulator-client"

type Where = { store: Pick<Store, "url">; databaseUrl: string; simulatorUrl: string }

/** A shopper's order and its application's token at the service. */
export type OrderedSofa = { order: HttpTypes.AdminOrder; token: string }

/** Buys one sofa in a seeded shop over HTTP, up to the placed order. */
export async function orderOneSofa({
  store,
  databaseUrl,
  simulatorUrl,
}: Where): Promise<OrderedSofa> {
  const shopper = shopClient(store.url, await shopFacts(databaseUrl))
  const service = simulatorClient(simulatorUrl)
  const cart = await shopper.createCart({ items: [{ handle: "harbor-sofa", quantity: 1 }] })
  await shopper.choosePaymentMethod(cart.id)
  const { tip: token } = await service.applicationOfCart(cart.id)
  await service.decision(token, { outcome: "approve" })
  await service.decision(token, { outcome: "sign" })
  const completion = await shopper.completeCart(cart.id)
  if (completion.type !== "order") throw new Error(completion.error.message)
  return { order: await adminClient(store.url).order(completion.order.id), token }
}

/** Buys one sofa, up to the captured payment. @returns the order, and the service's application after the capture */
export async function buyOneSofa(where: Where): Promise<{
  order: HttpTypes.AdminOrder
  application: ApplicationView
}> {
  const { order, token } = await orderOneSofa(where)
  const merchant = adminClient(where.store.url)
  const payment = order.payment_collections[0]?.payments?.[0]
  if (!payment) throw new Error("The order has no payment")
  await merchant.capture(payment.id)
  const application = await simulatorClient(where.simulatorUrl).application(token)
  return { order: await merchant.order(order.id), application }
}

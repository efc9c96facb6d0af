import { harness } from "./harness"
import type { PlacedOrder } from "./purchase-steps"

const { admin } = harness()

/** Quantities by product title. */
export type Goods = Record<string, number>

/** Creates a fulfillment for some goods of an order, by default for all. @returns the fulfillment's id */
export async function pack({ order }: PlacedOrder, goods?: Goods): Promise<string> {
  if (!goods) return await admin.createFulfillment(order.id)
  const { items } = await admin.getOrder(order.id)
  const wanted = Object.entries(goods).map(([title, quantity]) => {
    const item = items.find(({ product_title }) => product_title === title)
    if (!item) throw new Error(`The order has no ${title}`)
    return { id: item.id, quantity }
  })
  const before = new Set((await admin.getOrder(order.id)).fulfillments?.map(({ id }) => id))
  await admin.adminApi.post(`/admin/orders/${order.id}/fulfillments`, { items: wanted })
  const made = (await admin.getOrder(order.id)).fulfillments?.find(({ id }) => !before.has(id))
  if (!made) throw new Error("The order was not fulfilled")
  return made.id
}

/** Fulfills and ships some goods of an order, by default all. @returns the fulfillment's id */
export async function ship(placed: PlacedOrder, goods?: Goods): Promise<string> {
  const fulfillment = await pack(placed, goods)
  await admin.createShipment(placed.order.id, fulfillment)
  return fulfillment
}

export async function deliver({ order }: PlacedOrder, fulfillmentId: string): Promise<void> {
  const path = `/admin/orders/${order.id}/fulfillments/${fulfillmentId}/mark-as-delivered`
  await admin.adminApi.post(path)
}

export async function unpack({ order }: PlacedOrder, fulfillmentId: string): Promise<void> {
  await admin.adminApi.post(`/admin/orders/${order.id}/fulfillments/${fulfillmentId}/cancel`)
}

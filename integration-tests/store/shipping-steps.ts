import { createHarness } from "./harness"
import type { PlacedOrder } from "./purchase-steps"

const { admin } = createHarness()

/** Quantities by product title. */
export type Goods = Record<string, number>

/** Creates a fulfillment for some goods of an order, by default for all. @returns the fulfillment's id */
export async function createFulfillment(
  { order }: Pick<PlacedOrder, "order">,
  goods?: Goods
): Promise<string> {
  if (!goods) return await admin.createFulfillment(order.id)
  const { items } = await admin.getOrder(order.id)
  const fulfillmentItems = Object.entries(goods).map(([title, quantity]) => {
    const item = items.find(({ product_title }) => product_title === title)
    if (!item) throw new Error(`The order has no ${title}`)
    return { id: item.id, quantity }
  })
  const before = new Set((await admin.getOrder(order.id)).fulfillments?.map(({ id }) => id))
  await admin.adminApi.post(`/admin/orders/${order.id}/fulfillments`, { items: fulfillmentItems })
  const created = (await admin.getOrder(order.id)).fulfillments?.find(({ id }) => !before.has(id))
  if (!created) throw new Error("The order was not fulfilled")
  return created.id
}

/** Fulfills and ships some goods of an order, by default all. @returns the fulfillment's id */
export async function shipGoods(
  placed: Pick<PlacedOrder, "order">,
  goods?: Goods
): Promise<string> {
  const fulfillment = await createFulfillment(placed, goods)
  await admin.createShipment(placed.order.id, fulfillment)
  return fulfillment
}

export async function deliverFulfillment(
  { order }: PlacedOrder,
  fulfillmentId: string
): Promise<void> {
  const path = `/admin/orders/${order.id}/fulfillments/${fulfillmentId}/mark-as-delivered`
  await admin.adminApi.post(path)
}

export async function cancelFulfillment(
  { order }: PlacedOrder,
  fulfillmentId: string
): Promise<void> {
  await admin.adminApi.post(`/admin/orders/${order.id}/fulfillments/${fulfillmentId}/cancel`)
}

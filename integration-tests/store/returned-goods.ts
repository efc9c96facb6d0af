import { variantOf } from "./edit-steps"
import { harness } from "./harness"
import type { PlacedOrder } from "./purchase-steps"

const { admin } = harness()

/** A return's admin path and its items. */
type AskedBack = { path: string; wanted: { id: string; quantity: number }[] }

type Returned = { title: string; quantity: number }

/** Ships an order and requests a return of some goods through the admin API. */
export async function askBack({ order }: PlacedOrder, goods: Returned[]): Promise<AskedBack> {
  const { fulfillments } = await admin.getOrder(order.id)
  if (!fulfillments?.length) await admin.createShipment(order.id, await admin.createFulfillment(order.id))
  const { items } = await admin.getOrder(order.id)
  const wanted = goods.map(({ title, quantity }) => {
    const item = items.find((one) => one.product_title === title)
    if (!item) throw new Error(`The order has no ${title}`)
    return { id: item.id, quantity }
  })
  const { stock_locations } = await admin.adminApi.get<{ stock_locations: { id: string }[] }>(
    "/admin/stock-locations"
  )
  const begun = await admin.adminApi.post<{ return: { id: string } }>("/admin/returns", {
    order_id: order.id,
    location_id: stock_locations[0]?.id,
  })
  const path = `/admin/returns/${begun.return.id}`
  await admin.adminApi.post(`${path}/request-items`, { items: wanted })
  await admin.adminApi.post(`${path}/request`)
  return { path, wanted }
}

/** Requests an exchange of one item for the same or another product. The item is not received yet. */
export async function exchange(
  { order }: PlacedOrder,
  title: string,
  handle?: string
): Promise<AskedBack> {
  const item = (await admin.getOrder(order.id)).items.find((one) => one.product_title === title)
  if (!item) throw new Error(`The order has no ${title}`)
  const begun = await admin.adminApi.post<{ exchange: { id: string } }>("/admin/exchanges", {
    order_id: order.id,
  })
  const path = `/admin/exchanges/${begun.exchange.id}`
  await admin.adminApi.post(`${path}/inbound/items`, { items: [{ id: item.id, quantity: 1 }] })
  const variant_id = handle ? await variantOf(handle) : item.variant_id
  await admin.adminApi.post(`${path}/outbound/items`, { items: [{ variant_id, quantity: 1 }] })
  const { exchange } = await admin.adminApi.post<{ exchange: { return_id: string } }>(`${path}/request`)
  return { path: `/admin/returns/${exchange.return_id}`, wanted: [{ id: item.id, quantity: 1 }] }
}

/** Requests a return of goods and receives it. */
export async function takeBack(bought: PlacedOrder, goods: Returned[]): Promise<void> {
  await receive(await askBack(bought, goods))
}

export async function receive({ path, wanted }: AskedBack): Promise<void> {
  await admin.adminApi.post(`${path}/receive`)
  await admin.adminApi.post(`${path}/receive-items`, { items: wanted })
  await admin.adminApi.post(`${path}/receive/confirm`)
}

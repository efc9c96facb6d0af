import { findVariantId } from "./edit-steps"
import { createHarness } from "./harness"
import type { PlacedOrder } from "./purchase-steps"

const { admin } = createHarness()

/** A return's admin path and its items. */
type RequestedReturn = { path: string; wanted: { id: string; quantity: number }[] }

type ReturnedGoods = { title: string; quantity: number }

/** Ships an order and requests a return of some goods through the admin API. */
export async function requestReturn(
  { order }: PlacedOrder,
  goods: ReturnedGoods[]
): Promise<RequestedReturn> {
  const { fulfillments } = await admin.getOrder(order.id)
  if (!fulfillments?.length)
    await admin.createShipment(order.id, await admin.createFulfillment(order.id))
  const { items } = await admin.getOrder(order.id)
  const requestedItems = goods.map(({ title, quantity }) => {
    const item = items.find((item) => item.product_title === title)
    if (!item) throw new Error(`The order has no ${title}`)
    return { id: item.id, quantity }
  })
  const { stock_locations } = await admin.adminApi.get<{ stock_locations: { id: string }[] }>(
    "/admin/stock-locations"
  )
  const createdReturn = await admin.adminApi.post<{ return: { id: string } }>("/admin/returns", {
    order_id: order.id,
    location_id: stock_locations[0]?.id,
  })
  const path = `/admin/returns/${createdReturn.return.id}`
  await admin.adminApi.post(`${path}/request-items`, { items: requestedItems })
  await admin.adminApi.post(`${path}/request`)
  return { path, wanted: requestedItems }
}

/** Requests an exchange of one item for the same or another product. The item is not received yet. */
export async function requestExchange(
  { order }: PlacedOrder,
  title: string,
  handle?: string
): Promise<RequestedReturn> {
  const item = (await admin.getOrder(order.id)).items.find((item) => item.product_title === title)
  if (!item) throw new Error(`The order has no ${title}`)
  const createdExchange = await admin.adminApi.post<{ exchange: { id: string } }>(
    "/admin/exchanges",
    {
      order_id: order.id,
    }
  )
  const path = `/admin/exchanges/${createdExchange.exchange.id}`
  await admin.adminApi.post(`${path}/inbound/items`, { items: [{ id: item.id, quantity: 1 }] })
  const variant_id = handle ? await findVariantId(handle) : item.variant_id
  await admin.adminApi.post(`${path}/outbound/items`, { items: [{ variant_id, quantity: 1 }] })
  const { exchange } = await admin.adminApi.post<{ exchange: { return_id: string } }>(
    `${path}/request`
  )
  return { path: `/admin/returns/${exchange.return_id}`, wanted: [{ id: item.id, quantity: 1 }] }
}

/** Requests a return of goods and receives it. */
export async function returnGoods(placedOrder: PlacedOrder, goods: ReturnedGoods[]): Promise<void> {
  await receiveReturn(await requestReturn(placedOrder, goods))
}

export async function receiveReturn({ path, wanted }: RequestedReturn): Promise<void> {
  await admin.adminApi.post(`${path}/receive`)
  await admin.adminApi.post(`${path}/receive-items`, { items: wanted })
  await admin.adminApi.post(`${path}/receive/confirm`)
}

import { variantOf } from "./edit-steps"
import { harness } from "./harness"
import type { PlacedOrder } from "./purchase-steps"

const { admin } = harness()

/** The address of a return, and what it is for. */
type AskedBack = { path: string; wanted: { id: string; quantity: number }[] }

type Returned = { title: string; quantity: number }

/** Ships an order and asks for some of its goods back, as staff do in the admin. Resolves with the return. */
export async function askBack({ order }: PlacedOrder, goods: Returned[]): Promise<AskedBack> {
  const { fulfillments } = await admin.order(order.id)
  if (!fulfillments?.length) await admin.ship(order.id, await admin.fulfil(order.id))
  const { items } = await admin.order(order.id)
  const wanted = goods.map(({ title, quantity }) => {
    const item = items.find((one) => one.product_title === title)
    if (!item) throw new Error(`The order has no ${title}`)
    return { id: item.id, quantity }
  })
  const { stock_locations } = await admin.door.get<{ stock_locations: { id: string }[] }>(
    "/admin/stock-locations"
  )
  const begun = await admin.door.post<{ return: { id: string } }>("/admin/returns", {
    order_id: order.id,
    location_id: stock_locations[0]?.id,
  })
  const path = `/admin/returns/${begun.return.id}`
  await admin.door.post(`${path}/request-items`, { items: wanted })
  await admin.door.post(`${path}/request`)
  return { path, wanted }
}

/** Exchanges goods of a shipped order, which do not come back yet, for the same or another product. */
export async function exchange(
  { order }: PlacedOrder,
  title: string,
  handle?: string
): Promise<AskedBack> {
  const item = (await admin.order(order.id)).items.find((one) => one.product_title === title)
  if (!item) throw new Error(`The order has no ${title}`)
  const begun = await admin.door.post<{ exchange: { id: string } }>("/admin/exchanges", {
    order_id: order.id,
  })
  const path = `/admin/exchanges/${begun.exchange.id}`
  await admin.door.post(`${path}/inbound/items`, { items: [{ id: item.id, quantity: 1 }] })
  const variant_id = handle ? await variantOf(handle) : item.variant_id
  await admin.door.post(`${path}/outbound/items`, { items: [{ variant_id, quantity: 1 }] })
  const { exchange } = await admin.door.post<{ exchange: { return_id: string } }>(`${path}/request`)
  return { path: `/admin/returns/${exchange.return_id}`, wanted: [{ id: item.id, quantity: 1 }] }
}

/** The same, and they come. What came back is named by its title. */
export async function takeBack(bought: PlacedOrder, goods: Returned[]): Promise<void> {
  await receive(await askBack(bought, goods))
}

export async function receive({ path, wanted }: AskedBack): Promise<void> {
  await admin.door.post(`${path}/receive`)
  await admin.door.post(`${path}/receive-items`, { items: wanted })
  await admin.door.post(`${path}/receive/confirm`)
}

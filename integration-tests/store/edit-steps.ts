import { createHarness } from "./harness"
import type { PlacedOrder } from "./purchase-steps"

const { admin } = createHarness()

/** Finds the id of a product's first variant. */
export async function findVariantId(handle: string): Promise<string> {
  const path = `/admin/products?handle=${handle}&fields=id,*variants`
  const { products } = await admin.adminApi.get<{ products: { variants: { id: string }[] }[] }>(
    path
  )
  const id = products[0]?.variants[0]?.id
  if (!id) throw new Error(`The store has no ${handle}`)
  return id
}

type Change = { add: string; quantity?: number; unit_price?: number; remove?: string }

/** Adds an item to an order and removes another in one edit. */
export async function changeOrderItems(
  { order }: PlacedOrder,
  { add, quantity = 1, unit_price, remove }: Change
): Promise<void> {
  const item = (await admin.getOrder(order.id)).items.find((item) => item.product_title === remove)
  await admin.adminApi.post("/admin/order-edits", { order_id: order.id })
  const edit = `/admin/order-edits/${order.id}`
  if (item) await admin.adminApi.post(`${edit}/items/item/${item.id}`, { quantity: 0 })
  const variant_id = await findVariantId(add)
  await admin.adminApi.post(`${edit}/items`, { items: [{ variant_id, quantity, unit_price }] })
  await admin.adminApi.post(`${edit}/confirm`)
}

/** Sets the quantity of an order's item with an order edit. */
export async function updateItemQuantity(
  { order }: PlacedOrder,
  { title, quantity }: { title: string; quantity: number }
): Promise<void> {
  const item = (await admin.getOrder(order.id)).items.find((item) => item.product_title === title)
  if (!item) throw new Error(`The order has no ${title}`)
  await admin.adminApi.post("/admin/order-edits", { order_id: order.id })
  const edit = `/admin/order-edits/${order.id}`
  await admin.adminApi.post(`${edit}/items/item/${item.id}`, { quantity })
  await admin.adminApi.post(`${edit}/confirm`)
}

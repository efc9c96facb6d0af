import { harness } from "./harness"
import type { PlacedOrder } from "./purchase-steps"

const { admin } = harness()

/** Sets how many units of a line an order has, as staff do in the admin: edit, change, confirm. */
export async function editOrder(
  { order }: PlacedOrder,
  { title, quantity }: { title: string; quantity: number }
): Promise<void> {
  const item = (await admin.order(order.id)).items.find((one) => one.product_title === title)
  if (!item) throw new Error(`The order has no ${title}`)
  await admin.door.post("/admin/order-edits", { order_id: order.id })
  const edit = `/admin/order-edits/${order.id}`
  await admin.door.post(`${edit}/items/item/${item.id}`, { quantity })
  await admin.door.post(`${edit}/confirm`)
}

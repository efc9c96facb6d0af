import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

/** Seconds within which a refund is counted, also where its process died and the books are mended. */
const COUNTED_WITHIN = 900

/**
 * Core adds a refund's transaction, and lowers what the order comes to a moment later, with a new version
 * of it: until then the order seems to cost what was given back once more.
 */
export async function isRefundBeingCounted(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const orders = container.resolve(Modules.ORDER)
  const [order] = await orders.listOrders({ id: orderId }, { select: ["id", "version"] })
  const [newest] = await orders.listOrderTransactions(
    { order_id: orderId, reference: "refund" },
    { order: { created_at: "DESC" }, take: 1 }
  )
  if (!order || !newest || newest.version !== order.version) {
    return false
  }
  const { clock } = container.resolve(CONSUMER_FINANCING)
  return clock.now() - new Date(newest.created_at).getTime() < COUNTED_WITHIN * 1000
}

import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { toDecimal } from "../translation/amount"
import type { MedusaNumber } from "../translation/priced-record"

/** Collections on which a payment is still awaited. */
const OPEN = ["not_paid", "awaiting"]

type Owing = {
  summary?: { pending_difference?: MedusaNumber; raw_pending_difference?: MedusaNumber } | null
  payment_collections?: ({ id: string; status: string } | null)[] | null
}

/**
 * The id of the order's payment collection on which a payment is awaited, over what is due: made where
 * there is none; null where nothing is due. Core's own workflow for this cancels what another method has
 * authorized meanwhile; nothing is cancelled here.
 */
export async function openOrderCollection(
  container: MedusaContainer,
  orderId: string
): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    // Without the total Medusa does not count again what is due.
    fields: ["total", "summary.*", "payment_collections.id", "payment_collections.status"],
    filters: { id: orderId },
  })
  const [order] = data as Owing[]
  const due = toDecimal(
    order?.summary?.raw_pending_difference ?? order?.summary?.pending_difference
  )
  if (!due.isGreaterThan(0)) {
    return null
  }
  const amount = due.toNumber()
  const open = order?.payment_collections?.find((one) => one && OPEN.includes(one.status))
  if (open) {
    await container.resolve(Modules.PAYMENT).updatePaymentCollections(open.id, { amount })
    return open.id
  }
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount },
  })
  return result[0]?.id ?? null
}

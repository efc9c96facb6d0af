import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { toDecimal } from "../translation/amount"
import type { MedusaNumber } from "../translation/priced-record"

type PaymentRow = {
  id: string
  payment_collection_id: string
  canceled_at?: Date | string | null
  amount: MedusaNumber
  raw_amount?: MedusaNumber
}

/**
 * Medusa reads from its collection whether an order is paid. That of an edited order is over what is due,
 * and this payment over what was signed: once it is to be captured there, so is the collection. Another
 * payment that lives in it keeps it as it is.
 */
export async function fitCollection(container: MedusaContainer, paymentId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const read = async (filters: Record<string, string>) => {
    const fields = ["id", "payment_collection_id", "canceled_at", "amount", "raw_amount"]
    return (await query.graph({ entity: "payment", fields, filters })).data as PaymentRow[]
  }
  const [payment] = await read({ id: paymentId })
  if (!payment) {
    return
  }
  const { payment_collection_id: collectionId } = payment
  const all = await read({ payment_collection_id: collectionId })
  if (all.every(({ id, canceled_at }) => id === paymentId || canceled_at)) {
    await container.resolve(Modules.PAYMENT).updatePaymentCollections(collectionId, {
      amount: toDecimal(payment.raw_amount ?? payment.amount).toNumber(),
    })
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import { type NumberedOrder, ORDER_NUMBER_FIELDS, orderNumberOf } from "../translation/order-number"

/** Tells the service the order's number (endpoint 14) until it is confirmed for the newest token. */
export async function updateOrderId(container: MedusaContainer, known: Aggregate): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { order_id: id, state } = known.application
  if (!id || hasEnded(state) || !known.currentToken) {
    return
  }
  const order = await financing.context
    .knex("order")
    .where({ id, deleted_at: null })
    .first<NumberedOrder | undefined>(...ORDER_NUMBER_FIELDS)
  const number = orderNumberOf(order)
  if (number) {
    await financing.updateOrderId(known, `${financing.options.orderIdPrefix}${number}`)
  }
}

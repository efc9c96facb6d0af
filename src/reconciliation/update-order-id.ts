import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { type NumberedOrder, ORDER_NUMBER_FIELDS, orderNumberOf } from "../translation/order-number"

type Told = { state: string; orderId: string | null }

/** Tells the service the order's number (endpoint 14) until it is confirmed for the newest token. */
export async function updateOrderId(
  container: MedusaContainer,
  applicationId: string,
  isDecided: boolean
): Promise<Told> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application, currentToken } = await financing.applications.readAggregate(applicationId)
  const { order_id: orderId, state } = application
  if (isDecided && orderId && !hasEnded(state) && currentToken) {
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "order",
      fields: ["id", ...ORDER_NUMBER_FIELDS],
      filters: { id: orderId },
    })
    const number = orderNumberOf(data[0] as NumberedOrder | undefined)
    if (number) {
      const name = `${financing.options.orderIdPrefix}${number}`
      await financing.updateOrderId({ applicationId, orderId: name })
    }
  }
  return { state, orderId }
}

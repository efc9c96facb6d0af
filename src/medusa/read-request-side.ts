import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import {
  amountDue,
  hasOtherPayment,
  readRequest,
  type RequestedOrder,
  readRequestPurchaseState,
} from "../translation/requested-order"
import { readWholeOrder } from "./read-whole-order"
import type { StoreSideSeen } from "./store-side-seen"

/** Reads what in Medusa stands on an application that staff asked a customer for. */
export async function readRequestSide(
  container: MedusaContainer,
  { application, sessionIds }: Pick<Aggregate, "application" | "sessionIds">
): Promise<StoreSideSeen> {
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const order = await readWholeOrder(knex, application.requested_order_id ?? "")
  const seen = readRequestPurchaseState({
    sessionIds,
    superseded: application.live_key === null,
    order,
    unchanged: order !== null && isUnchanged(container, { application, order }),
  })
  const pays = seen.payment !== null || seen.purchaseState === "order-without-live-payment"
  const orderAge = order ? (Date.now() - new Date(order.created_at).getTime()) / 1000 : null
  const orderId = order && pays ? order.id : null
  const request = {
    due: order && amountDue(order),
    isPaidElsewhere: order !== null && hasOtherPayment(order, sessionIds),
  }
  return {
    ...seen,
    cartId: null,
    orderId,
    takenBackId: null,
    orderAge,
    isBeingCompleted: false,
    request,
  }
}

type Compared = { application: ApplicationRecord; order: RequestedOrder }

/** The same items for the same customer, and to the cent what was asked for is due. */
export function isUnchanged(container: MedusaContainer, { application, order }: Compared): boolean {
  if (amountDue(order) !== application.financed_cents) {
    return false
  }
  const reading = readRequest(order)
  return (
    reading.ok &&
    container.resolve(CONSUMER_FINANCING).fingerprints.isUnchanged(application, reading.snapshot)
  )
}

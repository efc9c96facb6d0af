import type { MedusaContainer } from "@medusajs/framework/types"
import { readRows } from "../../../../medusa/read-store"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import {
  type NumberedOrder,
  ORDER_NUMBER_FIELDS,
  orderNumberOf,
} from "../../../../translation/medusa-rows"
import type { UsedFor } from "../../../store/consumer-financing/show-pre-approval"

type OrderRow = NumberedOrder & { id: string }

/** Reads each application's order or cart and its amount, by the application's id. */
export async function readOrdersOf(
  scope: MedusaContainer,
  applicationIds: string[]
): Promise<Map<string, UsedFor>> {
  if (applicationIds.length === 0) return new Map()
  const applications = await scope
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications(
      { id: applicationIds },
      { select: ["id", "order_id", "financed_cents"], take: null }
    )
  const orders = await readRows<OrderRow>(scope, {
    entity: "order",
    fields: ["id", ...ORDER_NUMBER_FIELDS],
    filters: { id: applications.flatMap(({ order_id }) => order_id ?? []) },
  })
  const numbers = new Map(orders.map((row) => [row.id, orderNumberOf(row)]))
  return new Map(
    applications.map(({ id, order_id, financed_cents }): [string, UsedFor] => [
      id,
      { order_id, order_display_id: numbers.get(order_id ?? "") ?? null, cents: financed_cents },
    ])
  )
}

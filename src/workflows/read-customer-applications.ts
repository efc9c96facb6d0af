import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cents, toDollars } from "../domain/money"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { type CartStatus, readCartStatus } from "./read-cart-status"

export type CustomerApplication = CartStatus & {
  cart_id: string
  /** What was applied for, in dollars. */
  amount: number
}

/** More than anybody goes on with. */
const MOST_CARTS = 50
const MOST = 10

export type Whose = {
  customerId: string
  /** Of the storefront that asks; none for all. */
  salesChannelIds: string[]
}

/**
 * What a customer has open, on whichever device they began it: their carts that are no orders, with an
 * application that is alive. The newest first, ten at most.
 */
export async function readCustomerApplications(
  container: MedusaContainer,
  { customerId, salesChannelIds }: Whose
): Promise<CustomerApplication[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: carts } = await query.graph({
    entity: "cart",
    fields: ["id"],
    filters: {
      customer_id: customerId,
      completed_at: null,
      ...(salesChannelIds.length > 0 ? { sales_channel_id: salesChannelIds } : {}),
    },
    pagination: { take: MOST_CARTS, order: { updated_at: "DESC" } },
  })
  if (carts.length === 0) {
    return []
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const alive = await financing.listFinancingApplications(
    {
      cart_id: carts.map(({ id }: { id: string }) => id),
      live_key: { $ne: null },
      environment: financing.options.environment,
    },
    { order: { created_at: "DESC" }, take: MOST }
  )
  const found = await Promise.all(
    alive.map(async ({ cart_id, financed_cents }) => {
      const financing = cart_id === null ? null : await readCartStatus(container, cart_id)
      const amount = toDollars(cents(financed_cents))
      return financing && cart_id !== null ? { ...financing, cart_id, amount } : null
    })
  )
  return found.filter((one) => one !== null).filter(({ order_id }) => order_id === null)
}

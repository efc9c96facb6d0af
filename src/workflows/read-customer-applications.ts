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

/** The newest that are listed, and that are looked through for them. */
const MOST = 10
const MOST_READ = 50

export type Whose = {
  customerId: string
  /** Of the storefront that asks; none for all. */
  salesChannelIds: string[]
}

/**
 * Lists the open applications that a customer began while logged in, on any device, newest first. The cart's
 * own customer does not count: Medusa gives a guest's cart to the account whose email address was typed.
 */
export async function readCustomerApplications(
  container: MedusaContainer,
  { customerId, salesChannelIds }: Whose
): Promise<CustomerApplication[]> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const alive = await financing.listFinancingApplications(
    {
      customer_id: customerId,
      live_key: { $ne: null },
      order_id: null,
      environment: financing.options.environment,
    },
    { order: { created_at: "DESC" }, take: MOST_READ }
  )
  if (alive.length === 0) return []
  const { data: carts } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["id"],
    filters: {
      id: alive.map(({ cart_id }) => cart_id ?? ""),
      completed_at: null,
      ...(salesChannelIds.length > 0 ? { sales_channel_id: salesChannelIds } : {}),
    },
  })
  const open = carts.map(({ id }: { id: string }) => id)
  const listed = alive.filter(({ cart_id }) => cart_id !== null && open.includes(cart_id))
  const found = await Promise.all(
    listed.slice(0, MOST).map(async ({ id, cart_id, financed_cents }) => {
      const status = await readCartStatus(container, cart_id ?? "")
      const amount = toDollars(cents(financed_cents))
      return status?.application_id === id ? { ...status, cart_id: cart_id ?? "", amount } : null
    })
  )
  return found.filter((one) => one !== null).filter(({ order_id }) => order_id === null)
}

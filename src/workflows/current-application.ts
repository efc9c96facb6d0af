import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { readUnchangedSnapshot } from "../medusa/read-store"

export type CurrentApplication = {
  application: ApplicationRecord
  /** The cart is still what the customer applied for. */
  isUnchanged: boolean
}

/**
 * The application that stands for a cart, from our own records: the live one, else the newest, unless
 * that is over for reasons which no longer matter to the shopper. Null when there is none to show.
 */
export async function readCurrentApplication(
  container: MedusaContainer,
  cartId: string
): Promise<CurrentApplication | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const applications = await financing.listFinancingApplications(
    { cart_id: cartId },
    { order: { attempt: "DESC" } }
  )
  const live = applications.find(({ live_key }) => live_key !== null)
  const application = live ?? applications.find((one) => isWorthTelling(one))
  if (!application) {
    return null
  }
  const snapshot = await readUnchangedSnapshot({ financing, application })
  const isUnchanged = snapshot !== null
  return live || isUnchanged ? { application, isUnchanged } : null
}

/** Paid for, or declined. One that was replaced, cancelled or expired leaves the cart as it was. */
function isWorthTelling({ state, order_id }: ApplicationRecord): boolean {
  return state === "declined" || order_id !== null
}

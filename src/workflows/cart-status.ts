import type { MedusaContainer } from "@medusajs/framework/types"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { findPlacedOrder, readIds, readUnchangedSnapshot } from "../medusa/read-store"
import { type ApplicationState, hasEnded, isPaidOut } from "../domain/application-state"
import type { ShopperCode } from "../domain/shopper-codes"
import { addressForShopper } from "../translation/session-data"
import { codeForShopper, SHOPPER_MESSAGES } from "../translation/shopper-message"
import { cents, toDollars } from "../domain/money"
import { findOrderUrl } from "./handle-shopper-return"

export type CurrentApplication = {
  application: ApplicationRecord
  /** The cart still matches the application. */
  isUnchanged: boolean
}

/**
 * Returns a cart's current application from the plugin's records: the live one, else the newest, unless it ended for
 * a reason that does not concern the shopper. Null if there is none.
 */
export async function readCurrentApplication(
  container: MedusaContainer,
  cartId: string
): Promise<CurrentApplication | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const applications = await listApplications(financing, cartId)
  const live = applications.find(({ live_key }) => live_key !== null)
  // A replaced, cancelled or expired application does not concern the shopper.
  const application =
    live ?? applications.find(({ state, order_id }) => state === "declined" || order_id !== null)
  if (!application) {
    return null
  }
  const snapshot = await readUnchangedSnapshot(financing, application)
  const isUnchanged = snapshot !== null
  return live || isUnchanged ? { application, isUnchanged } : null
}

/** Lists a cart's applications, newest first. */
async function listApplications(
  financing: ConsumerFinancingModuleService,
  cartId: string
): Promise<ApplicationRecord[]> {
  return await financing.listFinancingApplications(
    { cart_id: cartId },
    { order: { attempt: "DESC" } }
  )
}

export type CartStatus = {
  application_id: string | null
  /** The application's state; null where the cart has none. */
  status: ApplicationState | null
  /** For the shopper. */
  message: string | null
  /** The same message as a code, for translation. */
  message_code: ShopperCode | null
  /** Where the shopper continues at the service; null while they need not. */
  url: string | null
  /** The cart's order, with any payment method. */
  order_id: string | null
  /** The order's page in the storefront. */
  order_url: string | null
}

/** Seconds between status checks that requests can cause. */
const WAKES_EVERY = 10

/**
 * Reads a cart's financing status from the plugin's records; null for an unknown cart. Changes nothing, and wakes a
 * reconciliation of an open application, whose result the next request reads.
 */
export async function readCartStatus(
  container: MedusaContainer,
  cartId: string
): Promise<CartStatus | null> {
  if ((await readIds(container, { entity: "cart", filters: { id: cartId } })).length === 0) {
    return null
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const orderId = await findPlacedOrder(financing.context.knex, { cartId, knownId: null })
  const orderUrl = orderId === null ? null : await findOrderUrl(container, { orderId, cartId })
  const order = { order_id: orderId, order_url: orderUrl }
  const applications = await listApplications(financing, cartId)
  const application = applications.find(({ live_key }) => live_key !== null) ?? applications[0]
  const isForOrder = orderId === null || application?.order_id === orderId
  // An ended application does not concern a shopper who paid for the order otherwise.
  if (!application || (!isForOrder && hasEnded(application.state))) {
    const nothing = { application_id: null, status: null, message: null, message_code: null }
    return { ...nothing, url: null, ...order }
  }
  await wake(financing, application)
  const isChanged = orderId === null && (await isForAnotherCart(financing, application))
  const code = isChanged ? "cart-changed" : codeForShopper(application)
  return {
    application_id: application.id,
    status: application.state,
    message: SHOPPER_MESSAGES[code],
    message_code: code,
    url: isChanged ? null : addressForShopper(application),
    ...order,
  }
}

/** Whether the application is or was for an earlier version of the cart, so that the shopper must apply again. */
async function isForAnotherCart(
  financing: ConsumerFinancingModuleService,
  application: ApplicationRecord
): Promise<boolean> {
  const { state, code, order_id } = application
  // Without a code, the service never created the application, and it was cancelled for that reason.
  const isEnded = state === "cancelled" && code !== null
  const isForCart = ["awaiting-customer", "under-review", "ready-to-settle"].includes(state)
  if (!(isEnded || isForCart) || order_id !== null) {
    return false
  }
  return (await readUnchangedSnapshot(financing, application)) === null
}

/** Wakes a reconciliation at most once in ten seconds across processes, and only for an open application. */
async function wake(
  financing: ConsumerFinancingModuleService,
  { id, state, order_id, last_check_at }: ApplicationRecord
): Promise<void> {
  const isPaid = order_id !== null && (state === "ready-to-settle" || state === "settling")
  const age = last_check_at ? financing.clock.now() - new Date(last_check_at).getTime() : Infinity
  if (hasEnded(state) || isPaidOut(state) || isPaid || age < WAKES_EVERY * 1000) {
    return
  }
  const turn = { subject: `wake:${id}`, calls: 1, seconds: WAKES_EVERY }
  if ((await financing.takeAttempts([turn])) === null) {
    await financing.schedule.wakeReconcile(id)
  }
}

export type CustomerApplication = CartStatus & {
  cart_id: string
  /** The applied-for amount in dollars. */
  amount: number
}

/** Maximum number of listed applications, and of those read to find them. */
const MOST = 10
const MOST_READ = 50

/**
 * Lists the open applications that a customer began while logged in, on any device, newest first. Ignores the cart's
 * own customer, because Medusa assigns a guest's cart to the account of the entered e-mail address.
 * @param salesChannelIds the requesting storefront's channels; empty for all
 */
export async function readCustomerApplications(
  container: MedusaContainer,
  customerId: string,
  salesChannelIds: string[]
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
  const filters = {
    id: alive.map(({ cart_id }) => cart_id ?? ""),
    completed_at: null,
    ...(salesChannelIds.length > 0 ? { sales_channel_id: salesChannelIds } : {}),
  }
  const open = await readIds(container, { entity: "cart", filters })
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

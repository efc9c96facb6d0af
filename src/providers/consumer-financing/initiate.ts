import type { InitiatePaymentInput, InitiatePaymentOutput } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import { describeObstacle } from "../../domain/judge-purchase"
import { hasEnded } from "../../domain/application-state"
import { withExplanation } from "../../domain/service-link"
import type { MedusaNumber } from "../../translation/medusa-rows"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import { type CheckoutCart, readCheckout } from "../../translation/cart-to-snapshot"
import { toCents } from "../../translation/amount"
import { toSessionData } from "../../translation/session-data"
import { userError } from "../../translation/user-error"
import { SHOPPER_MESSAGES } from "../../translation/shopper-message"
import type { Needs } from "./needs"
import { readOwner } from "../../medusa/read-cart-owner"
import { readSession, type SessionRead } from "../../medusa/read-session"
import { queryBuyer } from "../../medusa/read-store"

const NOT_READY =
  "Financing is not available in this shop at the moment. Please choose another payment method."
const CART_MOVED = "Your cart has just changed. Please review it and choose financing again."
const ORDER_AMOUNT =
  "The amount of an order's financing cannot be changed in place. Ask the customer to finance what is due instead."
const NO_CART = "Financing can only be chosen for an open cart."

/** Core stores a browser's data and reuses it for later sessions, so a request is cleared after use. */
const USED_UP = { apply_again: false }

/**
 * Creates the application of a payment session's cart: Create order (endpoint 2), or with a pre-approval Update cart
 * and send (endpoint 7). Reads the cart on the server by the session's id; of the browser's data, only `apply_again`
 * counts. `changedTo` is the session's new amount. Throws INVALID_DATA with a message.
 */
export async function initiate(
  needs: Needs,
  input: Pick<InitiatePaymentInput, "data" | "context">,
  changedTo?: MedusaNumber
): Promise<InitiatePaymentOutput> {
  const { financing } = needs
  if (!financing.isReady) {
    throw userError(NOT_READY)
  }
  const session = await readSession(needs.knex, String(input.data?.session_id))
  if (session?.order && changedTo !== undefined) {
    throw userError(ORDER_AMOUNT)
  }
  if (session?.order) {
    return (await adoptRequestOfOrder(needs, session)) ?? (await restoreSession(needs, session))
  }
  if (!session?.cart || session.cart.completed_at) {
    throw userError(NO_CART)
  }
  const snapshot = await readFinanceable(needs, session.cart)
  if (toCents(changedTo ?? session.amount) !== snapshot.total) {
    throw userError(CART_MOVED)
  }
  const loggedInId = input.context?.customer?.id ?? null
  // Medusa assigns a guest's cart to the account of the entered e-mail address, so its owner is not sufficient.
  const isTheirs = loggedInId && (await readOwner(needs.knex, snapshot.cartId)) === loggedInId
  const result = await financing.applyForCart({
    snapshot,
    paymentSessionId: session.id,
    customerId: isTheirs ? loggedInId : null,
    loggedInId,
    isExplicit: input.data?.apply_again === true,
  })
  if (result.outcome === "refused") {
    throw userError(
      withExplanation(SHOPPER_MESSAGES["not-financed"], result.application.explanation_url)
    )
  }
  const { application } = result
  return {
    id: application.id,
    status: hasEnded(application.state)
      ? PaymentSessionStatus.REQUIRES_MORE
      : PaymentSessionStatus.PENDING,
    data: {
      ...toSessionData(application, session.id),
      ...(input.data?.apply_again === undefined ? {} : USED_UP),
    },
  }
}

async function readFinanceable(
  { financing, query }: Needs,
  cart: CheckoutCart
): Promise<OrderSnapshot> {
  const reading = readCheckout(cart)
  const record = await queryBuyer(query, financing, { entity: "cart", row: cart })
  const obstacle = describeObstacle(await financing.checkEligibility({ record, reading }))
  if (obstacle !== null || !reading.ok) {
    throw userError(obstacle ?? NO_CART)
  }
  return reading.snapshot
}

/**
 * Attaches the session to the application that staff requested for the order, which then awaits the service's
 * decision. Null if there is no request over this amount.
 */
async function adoptRequestOfOrder(
  { financing }: Needs,
  { id, order, amount }: SessionRead
): Promise<InitiatePaymentOutput | null> {
  const asked = { orderId: order?.id ?? "", paymentSessionId: id, amount: toCents(amount) }
  const application = await financing.adoptRequest(asked)
  return (
    application && {
      id: application.id,
      status: PaymentSessionStatus.PENDING_AUTHORIZATION,
      data: toSessionData(application, id),
    }
  )
}

/**
 * Handles sessions on a placed order's collection, which the public store API can start while core deletes the live
 * one. The new session replaces the old one while the order awaits the service's decision, or while a workflow of
 * this plugin pays an order again. All other orders are refused.
 */
async function restoreSession(
  { financing }: Needs,
  { id, order, cart }: SessionRead
): Promise<InitiatePaymentOutput> {
  const paidAgain = order ? await findPaidAgain(financing, order.id) : null
  const [newest] = order
    ? await financing.applications.listByOrder({ id: order.id, cartId: cart?.id })
    : []
  const application = paidAgain ?? newest
  const isUnpaid = order?.payment_collections?.every((collection) => !collection?.payments?.length)
  if (!application || !(isUnpaid || paidAgain) || hasEnded(application.state)) {
    throw userError(NO_CART)
  }
  await financing.applications.attachSession(application.id, id)
  return {
    id: application.id,
    status: paidAgain ? PaymentSessionStatus.PENDING : PaymentSessionStatus.PENDING_AUTHORIZATION,
    data: toSessionData(application, id),
  }
}

/** Finds the one application of an order that the plugin's workflow pays again. */
async function findPaidAgain(
  financing: Needs["financing"],
  orderId: string
): Promise<ApplicationRecord | null> {
  for (const application of await financing.listFinancingApplications({ order_id: orderId })) {
    if (await financing.leases.isPayingAgainAllowed(application.id)) {
      return application
    }
  }
  return null
}

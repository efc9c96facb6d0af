import type { HttpTypes } from "@medusajs/framework/types"
import type { ApplicationView } from "../../src/sandbox"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { newCart } from "./new-cart"
import type { CartWish } from "../../tooling/clients/shop-client"

const { shop, admin, simulator } = harness()

/** A cart whose shopper chose financing: the application is made, nothing is decided yet. */
export type AppliedCart = {
  cart: HttpTypes.StoreCart
  collectionId: string
  session: HttpTypes.StorePaymentSession
  /** Token of the application at the simulator. */
  token: string
  /** The application as it was created. */
  applied: ApplicationView
}

export type PlacedOrder = AppliedCart & { order: HttpTypes.AdminOrder }

/** An order with its payment, which is not captured yet. */
export type PaidOrder = PlacedOrder & { payment: HttpTypes.AdminPayment }

export async function appliedCart(wish: CartWish = {}): Promise<AppliedCart> {
  const cart = await newCart(wish)
  const { collectionId, session } = await shop.choosePaymentMethod(cart.id)
  const applied = await simulator.applicationOfCart(cart.id)
  return { cart, collectionId, session, token: applied.tip, applied }
}

/** Approved and signed: the service reports S, and its postbacks are lost. */
export async function signedApplication(wish: CartWish = {}): Promise<AppliedCart> {
  const made = await appliedCart(wish)
  await silence(made.token)
  await sign(made.token)
  return made
}

/** Approves and signs at the service, as the customer would on its page. */
export async function sign(token: string): Promise<void> {
  await simulator.decision(token, { outcome: "approve" })
  await simulator.decision(token, { outcome: "sign" })
}

/** From now on the service sends no postback about this application. */
export async function silence(token: string): Promise<void> {
  await simulator.postbacks({ mode: "lost", match: { token } })
}

/** Completed by the storefront with a signed application: an order with an authorized payment. */
export async function paidOrder(wish: CartWish = {}): Promise<PaidOrder> {
  const made = await signedApplication(wish)
  await shop.completeCart(made.cart.id)
  const order = await paidOrderOf(made.cart.id)
  return { ...made, order, payment: paymentOf(order) }
}

/** Completed by the storefront while the service reviews: an order without a payment. */
export async function orderUnderReview(wish: CartWish = {}): Promise<PlacedOrder> {
  const made = await appliedCart(wish)
  await silence(made.token)
  await simulator.decision(made.token, { outcome: "review" })
  await shop.completeCart(made.cart.id)
  return { ...made, order: await orderOf(made.cart.id) }
}

/** Paid, and captured from the admin: settled at the service. */
export async function capturedOrder(wish: CartWish = {}): Promise<PaidOrder> {
  const paid = await paidOrder(wish)
  await admin.capture(paid.payment.id)
  const order = await admin.order(paid.order.id)
  return { ...paid, order, payment: paymentOf(order) }
}

/** The order that a cart became, once it did. */
export async function orderOf(cartId: string): Promise<HttpTypes.AdminOrder> {
  return await eventually(async () => {
    const order = await admin.orderOfCart(cartId)
    if (!order) throw new Error(`Cart ${cartId} has not become an order`)
    return order
  })
}

/** The order that a cart became, once it is paid for: core places it before it asks for the money. */
export async function paidOrderOf(cartId: string): Promise<HttpTypes.AdminOrder> {
  return await eventually(async () => {
    const order = await orderOf(cartId)
    paymentOf(order)
    // Core writes the payment first, and what it comes to for the order a moment later.
    if (["not_paid", "awaiting"].includes(order.payment_status)) {
      throw new Error(`Order ${order.id} is ${order.payment_status}`)
    }
    return order
  })
}

export function paymentsOf(order: HttpTypes.AdminOrder): HttpTypes.AdminPayment[] {
  return (order.payment_collections ?? []).flatMap(({ payments }) => payments ?? [])
}

/** The order's one payment. @throws Error when it has none, or several */
export function paymentOf(order: HttpTypes.AdminOrder): HttpTypes.AdminPayment {
  const [payment, ...others] = paymentsOf(order)
  if (!payment || others.length > 0) throw new Error(`Order ${order.id} has no single payment`)
  return payment
}

import type { HttpTypes } from "@medusajs/framework/types"
import type { ApplicationView } from "../../src/sandbox"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { newCart } from "./new-cart"
import type { CartOptions } from "../../tooling/clients/shop-client"

const { shop, admin, simulator } = harness()

/** A cart with an undecided application. */
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

/** An order with its payment. */
export type PaidOrder = PlacedOrder & { payment: HttpTypes.AdminPayment }

export async function appliedCart(wish: CartOptions = {}): Promise<AppliedCart> {
  const cart = await newCart(wish)
  const { collectionId, session } = await shop.choosePaymentMethod(cart.id)
  const applied = await simulator.findCartApplication(cart.id)
  return { cart, collectionId, session, token: applied.tip, applied }
}

/** Creates a cart with a signed application (status S) whose postbacks are not delivered. */
export async function signedApplication(wish: CartOptions = {}): Promise<AppliedCart> {
  const made = await appliedCart(wish)
  await silence(made.token)
  await sign(made.token)
  return made
}

/** Approves and signs an application at the service. */
export async function sign(token: string): Promise<void> {
  await simulator.decision(token, { outcome: "approve" })
  await simulator.decision(token, { outcome: "sign" })
}

/** Stops the service's postbacks about an application. */
export async function silence(token: string): Promise<void> {
  await simulator.postbacks({ mode: "lost", match: { token } })
}

/** Creates an order with an authorized payment: the storefront completes a cart with a signed application. */
export async function paidOrder(wish: CartOptions = {}): Promise<PaidOrder> {
  const made = await signedApplication(wish)
  await shop.completeCart(made.cart.id)
  const order = await paidOrderOf(made.cart.id)
  return { ...made, order, payment: paymentOf(order) }
}

/** Creates an order without a payment: the storefront completes a cart while the service reviews. */
export async function orderUnderReview(wish: CartOptions = {}): Promise<PlacedOrder> {
  const made = await appliedCart(wish)
  await silence(made.token)
  await simulator.decision(made.token, { outcome: "review" })
  await shop.completeCart(made.cart.id)
  return { ...made, order: await orderOf(made.cart.id) }
}

/** Creates an order whose payment is captured, and settled at the service. */
export async function capturedOrder(wish: CartOptions = {}): Promise<PaidOrder> {
  const paid = await paidOrder(wish)
  await admin.capture(paid.payment.id)
  const order = await admin.getOrder(paid.order.id)
  return { ...paid, order, payment: paymentOf(order) }
}

/** Waits for the order of a cart. */
export async function orderOf(cartId: string): Promise<HttpTypes.AdminOrder> {
  return await eventually(async () => {
    const order = await admin.findOrderByCart(cartId)
    if (!order) throw new Error(`Cart ${cartId} has not become an order`)
    return order
  })
}

/** Waits for the order of a cart and for its payment, which core authorizes after it places the order. */
export async function paidOrderOf(cartId: string): Promise<HttpTypes.AdminOrder> {
  return await eventually(async () => {
    const order = await orderOf(cartId)
    paymentOf(order)
    // Core updates the order's payment status shortly after it writes the payment.
    if (["not_paid", "awaiting"].includes(order.payment_status)) {
      throw new Error(`Order ${order.id} is ${order.payment_status}`)
    }
    return order
  })
}

export function paymentsOf(order: HttpTypes.AdminOrder): HttpTypes.AdminPayment[] {
  return (order.payment_collections ?? []).flatMap(({ payments }) => payments ?? [])
}

/** Returns the order's only payment. @throws Error when it has none or several */
export function paymentOf(order: HttpTypes.AdminOrder): HttpTypes.AdminPayment {
  const [payment, ...others] = paymentsOf(order)
  if (!payment || others.length > 0) throw new Error(`Order ${order.id} has no single payment`)
  return payment
}

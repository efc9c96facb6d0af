import type { HttpTypes } from "@medusajs/framework/types"
import type { ApplicationView } from "../../src/sandbox"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import type { CartOptions } from "../../tooling/clients/shop-client"

const { shop, admin, simulator } = createHarness()

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

export async function createAppliedCart(options: CartOptions = {}): Promise<AppliedCart> {
  const cart = await createCart(options)
  const { collectionId, session } = await shop.choosePaymentMethod(cart.id)
  const applied = await simulator.findCartApplication(cart.id)
  return { cart, collectionId, session, token: applied.tip, applied }
}

/** Creates a cart with a signed application (status S) whose postbacks are not delivered. */
export async function createSignedApplication(options: CartOptions = {}): Promise<AppliedCart> {
  const appliedCart = await createAppliedCart(options)
  await disablePostbacks(appliedCart.token)
  await signApplication(appliedCart.token)
  return appliedCart
}

/** Approves and signs an application at the service. */
export async function signApplication(token: string): Promise<void> {
  await simulator.decision(token, { outcome: "approve" })
  await simulator.decision(token, { outcome: "sign" })
}

/** Stops the service's postbacks about an application. */
export async function disablePostbacks(token: string): Promise<void> {
  await simulator.postbacks({ mode: "lost", match: { token } })
}

/** Creates an order with an authorized payment: the storefront completes a cart with a signed application. */
export async function createPaidOrder(options: CartOptions = {}): Promise<PaidOrder> {
  const signedCart = await createSignedApplication(options)
  await shop.completeCart(signedCart.cart.id)
  const order = await waitForPaidOrder(signedCart.cart.id)
  return { ...signedCart, order, payment: getOnlyPayment(order) }
}

/** Creates an order without a payment: the storefront completes a cart while the service reviews. */
export async function createOrderUnderReview(options: CartOptions = {}): Promise<PlacedOrder> {
  const reviewedCart = await createAppliedCart(options)
  await disablePostbacks(reviewedCart.token)
  await simulator.decision(reviewedCart.token, { outcome: "review" })
  await shop.completeCart(reviewedCart.cart.id)
  return { ...reviewedCart, order: await waitForOrder(reviewedCart.cart.id) }
}

/** Creates an order whose payment is captured, and settled at the service. */
export async function createCapturedOrder(options: CartOptions = {}): Promise<PaidOrder> {
  const paid = await createPaidOrder(options)
  await admin.capture(paid.payment.id)
  const order = await admin.getOrder(paid.order.id)
  return { ...paid, order, payment: getOnlyPayment(order) }
}

/** Waits for the order of a cart. */
export async function waitForOrder(cartId: string): Promise<HttpTypes.AdminOrder> {
  return await eventually(async () => {
    const order = await admin.findOrderByCart(cartId)
    if (!order) throw new Error(`Cart ${cartId} has not become an order`)
    return order
  })
}

/** Waits for the order of a cart and for its payment, which core authorizes after it places the order. */
export async function waitForPaidOrder(cartId: string): Promise<HttpTypes.AdminOrder> {
  return await eventually(async () => {
    const order = await waitForOrder(cartId)
    getOnlyPayment(order)
    // Core updates the order's payment status shortly after it writes the payment.
    if (["not_paid", "awaiting"].includes(order.payment_status)) {
      throw new Error(`Order ${order.id} is ${order.payment_status}`)
    }
    return order
  })
}

export function listPayments(order: HttpTypes.AdminOrder): HttpTypes.AdminPayment[] {
  return (order.payment_collections ?? []).flatMap(({ payments }) => payments ?? [])
}

/** Returns the order's only payment. @throws Error when it has none or several */
export function getOnlyPayment(order: HttpTypes.AdminOrder): HttpTypes.AdminPayment {
  const [payment, ...others] = listPayments(order)
  if (!payment || others.length > 0) throw new Error(`Order ${order.id} has no single payment`)
  return payment
}

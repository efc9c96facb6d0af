import { ageLedger } from "./aged-ledger"
import { waitForReviewCase } from "./review-cases-steps"
import { withRefusedWrites } from "./refused-writes"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { injectFault, getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import { waitUntilIdle } from "./scheduled-checks"
import { getLatestApplication, hoursAgo, updateApplication, reconcile } from "./plugin-records"
import {
  type AppliedCart,
  createAppliedCart,
  createCapturedOrder,
  createOrderUnderReview,
  type PaidOrder,
  createPaidOrder,
  type PlacedOrder,
  createSignedApplication,
  disablePostbacks,
} from "./purchases"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { shop, admin, store, simulator } = createHarness()

// Creates situations that open a review case. Clear the simulator's faults afterwards.

async function createCartWithoutPostbacks(): Promise<AppliedCart> {
  const made = await createAppliedCart()
  await disablePostbacks(made.token)
  return made
}

/** Creates an order whose settle call did not reach the service and is in doubt. */
export async function createLostSettle(): Promise<PaidOrder> {
  const paid = await createPaidOrder()
  await injectFault(paid.token, { operation: "settle", kind: "reset", when: "before", nth: 1 })
  await getRefusalMessage(admin.capture(paid.payment.id))
  return paid
}

/** Creates a cart whose create call did not reach the service and is in doubt. @returns the cart's id */
export async function createLostCreate(): Promise<string> {
  const { id } = await createCart()
  const match = { orderId: `${id}-1` }
  const lostCall = { operation: "createOrder", kind: "reset", when: "before", count: 1 } as const
  await simulator.fault({ ...lostCall, match })
  await getRefusalMessage(shop.choosePaymentMethod(id))
  return id
}

/** Makes a partial refund whose answer, with the new token, is lost. */
export async function createLostPartialRefund(): Promise<PaidOrder> {
  const bought = await createCapturedOrder()
  await injectFault(bought.token, {
    operation: "partialRefund",
    kind: "reset",
    when: "after",
    nth: 1,
  })
  await getRefusalMessage(admin.refund(bought.payment.id, { amount: 100 }))
  return bought
}

export async function createForeignAnswer(): Promise<AppliedCart> {
  const made = await createCartWithoutPostbacks()
  await reconcile((await getLatestApplication(made.cart.id)).id)
  const body = JSON.stringify({ status: "A", token: "another", loanAmount: 1 })
  await injectFault(made.token, { operation: "getStatus", kind: "status", status: 200, body })
  return made
}

export async function createUnknownCode(): Promise<AppliedCart> {
  const made = await createCartWithoutPostbacks()
  await simulator.status(made.token, { status: "Q" })
  return made
}

export async function createAmountMismatch(): Promise<PaidOrder> {
  const paid = await createPaidOrder()
  const loanAmount = Math.round(paid.applied.loanAmount * 100 + 1) / 100
  await simulator.status(paid.token, { loanAmount, postback: false })
  return paid
}

export async function createTaxExemption(): Promise<AppliedCart> {
  const made = await createCartWithoutPostbacks()
  const loanAmount = Math.round((made.applied.loanAmount - made.applied.taxes) * 100) / 100
  const exemptedStatus = { status: "S", taxExempt: true, loanAmount, postback: false }
  await simulator.status(made.token, exemptedStatus)
  return made
}

export async function createLateApproval(): Promise<AppliedCart> {
  const made = await createSignedApplication()
  const otherAddress = { ...NEW_YORK, address_1: "1 Elsewhere Street" }
  await shop.updateCart(made.cart.id, { shipping_address: otherAddress })
  return made
}

export async function createFundedCancelledOrder(): Promise<PaidOrder> {
  const paid = await createPaidOrder()
  await simulator.status(paid.token, { status: "C", postback: false })
  await admin.cancelOrder(paid.order.id)
  return paid
}

/** Cancels an order whose payment's refund fails (A20). */
export async function createCancelWithoutRefund(): Promise<PaidOrder> {
  const bought = await createCapturedOrder()
  await injectFault(bought.token, { operation: "refund", kind: "status", status: 409 })
  await admin.cancelOrder(bought.order.id).catch(() => undefined)
  await simulator.clearFaults()
  return bought
}

export async function createPortalCancel(): Promise<PaidOrder> {
  const paid = await createPaidOrder()
  await simulator.portal(paid.token, { action: "cancel", postback: false })
  return paid
}

/** Adds a session of another method, which core would use to pay. */
export async function createSecondSession(): Promise<AppliedCart> {
  const made = await createSignedApplication()
  const { total } = await shop.getCart(made.cart.id)
  await store.call("payment", "createPaymentSession", made.collectionId, {
    provider_id: "pp_system_default",
    currency_code: "usd",
    amount: Number(total),
    data: {},
  })
  return made
}

/** Cancels an order's only payment while the service finances a dollar less than the signed amount. */
export async function createCancelledPayment(): Promise<PaidOrder> {
  const paid = await createPaidOrder()
  const loanAmount = Math.round(Number(paid.payment.amount) * 100 - 100) / 100
  await simulator.status(paid.token, { status: "S", loanAmount, postback: false })
  // Waits until a reconciliation has seen the new amount.
  await waitForReviewCase(paid.cart.id, "amounts")
  await store.call("payment", "cancelPayment", paid.payment.id)
  await ageLedger(paid.order.id)
  return paid
}

/** Makes the database refuse the row of a refund that the service confirmed. */
export async function createUnrecordedRefund(): Promise<PaidOrder> {
  const bought = await createLostPartialRefund()
  const matchesPayment = `new.payment_id = '${bought.payment.id}'`
  await withRefusedWrites({ table: "refund", event: "insert", when: matchesPayment }, async () => {
    await simulator.postback(bought.token)
    await waitForReviewCase(bought.cart.id, "missing-refund")
    await waitUntilIdle((await getLatestApplication(bought.cart.id)).id)
  })
  return bought
}

/** Makes a partial refund of $100 that the service answers with this status. */
async function createAnsweredRefund(partialRefundAnswer: "B" | "S"): Promise<PaidOrder> {
  const bought = await createCapturedOrder()
  await simulator.settings({ behaviour: { partialRefundAnswer } })
  await admin.refund(bought.payment.id, { amount: 100 }).catch(() => undefined)
  await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
  return bought
}

export const createSignAgainCase = () => createAnsweredRefund("B")
export const createSettleAgainCase = () => createAnsweredRefund("S")

export async function createPortalRefund(): Promise<PaidOrder> {
  const bought = await createCapturedOrder()
  await simulator.portal(bought.token, { action: "refund", postback: false })
  return bought
}

export async function createRefusedCancel(): Promise<AppliedCart> {
  const made = await createCartWithoutPostbacks()
  await injectFault(made.token, { operation: "cancel", kind: "status", status: 409 })
  await shop.choosePaymentMethod(made.cart.id, { providerId: "pp_system_default" })
  return made
}

export async function createUndecidedOrder(): Promise<PlacedOrder> {
  const placed = await createOrderUnderReview()
  const { id } = await getLatestApplication(placed.cart.id)
  await reconcile(id)
  await updateApplication(id, { checks_done: 400 })
  return placed
}

/**
 * Creates a cart that was signed half an hour ago and whose order could not be placed. Its next check is
 * postponed by an hour, because the check would place the order.
 */
export async function createUnplaceableCart(): Promise<AppliedCart> {
  const made = await createSignedApplication()
  const application = await getLatestApplication(made.cart.id)
  await store.call("consumerFinancing", "checkStatus", application)
  await updateApplication(application.id, { ready_at: hoursAgo(0.5) })
  const matchesCart = `new.email = '${String(made.cart.email)}'`
  await withRefusedWrites({ table: '"order"', event: "insert", when: matchesCart }, () =>
    eventually(async () =>
      expect(await reconcile(application.id)).toMatchObject({ action: "place-order" })
    )
  )
  await updateApplication(application.id, { next_check_at: hoursAgo(-1) })
  return made
}

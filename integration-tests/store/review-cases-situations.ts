import { ageLedger } from "./aged-ledger"
import { asked } from "./review-cases-steps"
import { whileDatabaseRefuses } from "./database-refusal"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { faultOn, sentenceOf } from "./money-steps"
import { newCart } from "./new-cart"
import { comeToRest } from "./no-check-due"
import { applicationOf, hoursAgo, rewrite, reconcile } from "./our-records"
import {
  type AppliedCart,
  appliedCart,
  capturedOrder,
  orderUnderReview,
  type PaidOrder,
  paidOrder,
  type PlacedOrder,
  signedApplication,
  silence,
} from "./purchases"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { shop, admin, store, simulator } = harness()

// Creates situations that open a review case. Clear the simulator's faults afterwards.

async function quietCart(): Promise<AppliedCart> {
  const made = await appliedCart()
  await silence(made.token)
  return made
}

/** Creates an order whose settle call did not reach the service and is in doubt. */
export async function lostSettle(): Promise<PaidOrder> {
  const paid = await paidOrder()
  await faultOn(paid.token, { operation: "settle", kind: "reset", when: "before", nth: 1 })
  await sentenceOf(admin.capture(paid.payment.id))
  return paid
}

/** Creates a cart whose create call did not reach the service and is in doubt. @returns the cart's id */
export async function lostCreate(): Promise<string> {
  const { id } = await newCart()
  const match = { orderId: `${id}-1` }
  const lost = { operation: "createOrder", kind: "reset", when: "before", count: 1 } as const
  await simulator.fault({ ...lost, match })
  await sentenceOf(shop.choosePaymentMethod(id))
  return id
}

/** Makes a partial refund whose answer, with the new token, is lost. */
export async function lostPartialRefund(): Promise<PaidOrder> {
  const bought = await capturedOrder()
  await faultOn(bought.token, { operation: "partialRefund", kind: "reset", when: "after", nth: 1 })
  await sentenceOf(admin.refund(bought.payment.id, { amount: 100 }))
  return bought
}

export async function answerOfAnother(): Promise<AppliedCart> {
  const made = await quietCart()
  await reconcile((await applicationOf(made.cart.id)).id)
  const body = JSON.stringify({ status: "A", token: "another", loanAmount: 1 })
  await faultOn(made.token, { operation: "getStatus", kind: "status", status: 200, body })
  return made
}

export async function unknownCode(): Promise<AppliedCart> {
  const made = await quietCart()
  await simulator.status(made.token, { status: "Q" })
  return made
}

export async function oneCentMore(): Promise<PaidOrder> {
  const paid = await paidOrder()
  const loanAmount = Math.round(paid.applied.loanAmount * 100 + 1) / 100
  await simulator.status(paid.token, { loanAmount, postback: false })
  return paid
}

export async function exemptedFromTaxes(): Promise<AppliedCart> {
  const made = await quietCart()
  const loanAmount = Math.round((made.applied.loanAmount - made.applied.taxes) * 100) / 100
  const exempted = { status: "S", taxExempt: true, loanAmount, postback: false }
  await simulator.status(made.token, exempted)
  return made
}

export async function approvedTooLate(): Promise<AppliedCart> {
  const made = await signedApplication()
  const elsewhere = { ...NEW_YORK, address_1: "1 Elsewhere Street" }
  await shop.updateCart(made.cart.id, { shipping_address: elsewhere })
  return made
}

export async function fundedAndCancelled(): Promise<PaidOrder> {
  const paid = await paidOrder()
  await simulator.status(paid.token, { status: "C", postback: false })
  await admin.cancelOrder(paid.order.id)
  return paid
}

/** Cancels an order whose payment's refund fails (A20). */
export async function cancelledWithoutRefund(): Promise<PaidOrder> {
  const bought = await capturedOrder()
  await faultOn(bought.token, { operation: "refund", kind: "status", status: 409 })
  await admin.cancelOrder(bought.order.id).catch(() => undefined)
  await simulator.clearFaults()
  return bought
}

export async function cancelledInPortal(): Promise<PaidOrder> {
  const paid = await paidOrder()
  await simulator.portal(paid.token, { action: "cancel", postback: false })
  return paid
}

/** Adds a session of another method, which core would use to pay. */
export async function secondSession(): Promise<AppliedCart> {
  const made = await signedApplication()
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
export async function cancelledPayment(): Promise<PaidOrder> {
  const paid = await paidOrder()
  const loanAmount = Math.round(Number(paid.payment.amount) * 100 - 100) / 100
  await simulator.status(paid.token, { status: "S", loanAmount, postback: false })
  // Waits until a reconciliation has seen the new amount.
  await asked(paid.cart.id, "amounts")
  await store.call("payment", "cancelPayment", paid.payment.id)
  await ageLedger(paid.order.id)
  return paid
}

/** Makes the database refuse the row of a refund that the service confirmed. */
export async function unenteredRefund(): Promise<PaidOrder> {
  const bought = await lostPartialRefund()
  const ofThisPayment = `new.payment_id = '${bought.payment.id}'`
  await whileDatabaseRefuses(
    { table: "refund", event: "insert", when: ofThisPayment },
    async () => {
      await simulator.postback(bought.token)
      await asked(bought.cart.id, "missing-refund")
      await comeToRest((await applicationOf(bought.cart.id)).id)
    }
  )
  return bought
}

/** Makes a partial refund of $100 that the service answers with this status. */
async function refundAnswered(partialRefundAnswer: "B" | "S"): Promise<PaidOrder> {
  const bought = await capturedOrder()
  await simulator.settings({ behaviour: { partialRefundAnswer } })
  await admin.refund(bought.payment.id, { amount: 100 }).catch(() => undefined)
  await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
  return bought
}

export const signAgain = () => refundAnswered("B")
export const settleAgain = () => refundAnswered("S")

export async function refundedInPortal(): Promise<PaidOrder> {
  const bought = await capturedOrder()
  await simulator.portal(bought.token, { action: "refund", postback: false })
  return bought
}

export async function refusedCancel(): Promise<AppliedCart> {
  const made = await quietCart()
  await faultOn(made.token, { operation: "cancel", kind: "status", status: 409 })
  await shop.choosePaymentMethod(made.cart.id, { providerId: "pp_system_default" })
  return made
}

export async function unheardOf(): Promise<PlacedOrder> {
  const placed = await orderUnderReview()
  const { id } = await applicationOf(placed.cart.id)
  await reconcile(id)
  await rewrite(id, { checks_done: 400 })
  return placed
}

/**
 * Creates a cart that was signed half an hour ago and whose order could not be placed. Its next check is
 * postponed by an hour, because the check would place the order.
 */
export async function unplaceableCart(): Promise<AppliedCart> {
  const made = await signedApplication()
  const application = await applicationOf(made.cart.id)
  await store.call("consumerFinancing", "checkStatus", application)
  await rewrite(application.id, { ready_at: hoursAgo(0.5) })
  const ofThisCart = `new.email = '${String(made.cart.email)}'`
  await whileDatabaseRefuses({ table: '"order"', event: "insert", when: ofThisCart }, () =>
    eventually(async () =>
      expect(await reconcile(application.id)).toMatchObject({ action: "place-order" })
    )
  )
  await rewrite(application.id, { next_check_at: hoursAgo(-1) })
  return made
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEndedWithoutLoan } from "../domain/application-state"
import { cents, ZERO_CENTS } from "../domain/money"
import { type PurchaseState, UNCAPTURED } from "../domain/purchase-state"
import type { Observation, OrderEdit } from "../domain/observation"
import { findUnfulfilled, isSettleDue } from "../domain/settle-when"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { type OrderProgress, readOrderProgress } from "../translation/order-progress"
import { readOrderSnapshot } from "../translation/order-to-snapshot"
import { isOtherMethodChosen, type Purchase } from "../translation/purchase-state"
import { HAS_UNRETURNED_GOODS, IS_LEFT } from "./order-conditions"
import type { JustRead } from "./read-purchase"
import { matchSnapshot } from "./read-store"
import { readWholeOrder } from "./read-whole-order"

/** The facts about an order that a decision needs. */
export type OrderFacts = Pick<Observation, "settleIsDue" | "order">

/**
 * Reads how far an application's order has progressed, and whether it still matches the signed one (goods,
 * quantities, address, amount) without another payment: settling such a loan would be a second payment.
 * After the payout an edit has ended once the balance is zero: later edits and returns concern Medusa only.
 */
export async function readOrderFacts(
  container: MedusaContainer,
  { purchaseState, orderId, orderAge: age }: Purchase,
  { aggregate: { application, sessionIds }, order: known }: JustRead
): Promise<OrderFacts> {
  const nothing = { edit: null, unfulfilled: null, paidOtherwise: 0, isOtherMethodChosen: false }
  const hasUnreturnedGoods = await readUnreturnedGoods(container, purchaseState, application)
  const unchanged = { settleIsDue: false, order: { age, ...nothing, hasUnreturnedGoods } }
  if (!orderId || !(await isOfInterest(container, purchaseState, application))) {
    return unchanged
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const order =
    known?.id === orderId ? known : await readWholeOrder(financing.context.knex, orderId)
  if (!order) {
    return unchanged
  }
  const signed = application.financed_cents - application.refunded_cents
  const progress = deductReturns(readOrderProgress(order, sessionIds), signed)
  const { lines, goodsLeftAt } = progress
  const when = financing.options.settle
  const isDue = isSettleDue(lines, when)
  const otherAmount = isOtherAmount(purchaseState, application, progress)
  const isEdited =
    otherAmount ||
    (purchaseState !== "captured-order" &&
      // Whether the order has the applied-for goods, quantities and address, in any spelling.
      !matchSnapshot(financing, application, readOrderSnapshot(order, application)))
  const edit = isEdited ? readEdit(purchaseState, progress, !otherAmount) : null
  const missing = purchaseState === "authorized-order" && !edit ? findUnfulfilled(lines, when) : []
  const titles = missing.map(({ title }) => title)
  const hours = (financing.clock.now() - new Date(goodsLeftAt).getTime()) / 3_600_000
  const isUnpaid = purchaseState === "unpaid-order"
  return {
    settleIsDue: isDue && (isUnpaid || (purchaseState === "authorized-order" && edit === null)),
    order: {
      age,
      edit,
      unfulfilled: titles.length > 0 ? { titles, hours } : null,
      paidOtherwise: isUnpaid ? progress.others.paid : ZERO_CENTS,
      isOtherMethodChosen: isUnpaid && isOtherMethodChosen(order, sessionIds),
      hasUnreturnedGoods,
    },
  }
}

/**
 * Whether goods of the order have left and are not all back, once its financing has ended without a loan. While a
 * request is unsigned, all must have left, because another payment may pay for a part.
 */
async function readUnreturnedGoods(
  container: MedusaContainer,
  purchaseState: PurchaseState,
  { state, order_id, requested_order_id }: ApplicationRecord
): Promise<boolean> {
  const id = order_id ?? requested_order_id
  const hasEnded = hasEndedWithoutLoan(state)
  if (id === null || !(hasEnded || purchaseState === "open-request")) return false
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const order = knex("order").where({ id }).whereRaw(HAS_UNRETURNED_GOODS)
  const goods = hasEnded ? order : order.whereRaw(`not (${IS_LEFT})`)
  return (await goods.first("id")) !== undefined
}

/** Deducts goods on their way back from what is due beyond the signed amount, as in an exchange. */
function deductReturns(progress: OrderProgress, signed: number): OrderProgress {
  const { total, leftAfterReturns, others } = progress
  const left = cents(Math.max(leftAfterReturns, Math.min(others.left, signed)))
  return { ...progress, total: cents(total - others.left + left), others: { ...others, left } }
}

function isOtherAmount(
  purchaseState: PurchaseState,
  application: ApplicationRecord,
  { total, owed, others }: OrderProgress
): boolean {
  if (purchaseState === "captured-order") {
    return owed !== 0
  }
  // For an order that was partly paid before, only the amount due is financed.
  const isForWhole = application.kind !== "virtual-cart"
  return purchaseState === "unpaid-order"
    ? // What else pays of it is looked at once there is a payment.
      isForWhole && total !== application.financed_cents
    : others.left !== application.financed_cents - application.refunded_cents ||
        (isForWhole && others.paid > 0)
}

function readEdit(
  purchaseState: PurchaseState,
  { total, owed, others }: OrderProgress,
  otherGoods: boolean
): OrderEdit {
  return purchaseState === "unpaid-order"
    ? { total, owed, paidOtherwise: ZERO_CENTS, left: total, otherGoods }
    : { total, owed, paidOtherwise: others.paid, left: others.left, otherGoods }
}

/** It may ship or be edited before it is settled; later, only a known edit counts. */
async function isOfInterest(
  container: MedusaContainer,
  purchaseState: PurchaseState,
  { id, review_reason }: ApplicationRecord
): Promise<boolean> {
  if (purchaseState !== "captured-order" || review_reason === null) {
    return UNCAPTURED.includes(purchaseState)
  }
  const [known] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingReviewCases({ application_id: id, cause: "order-edit" }, { take: 1 })
  return known !== undefined
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { type Cents, ZERO_CENTS } from "../domain/money"
import type { PurchaseState } from "../domain/purchase-state"
import type { OrderEdit } from "../domain/observation"
import { findUnfulfilled, isSettleDue } from "../domain/settle-when"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import type { CartRecord } from "../translation/cart-to-snapshot"
import { type OrderProgress, readOrderProgress } from "../translation/order-progress"
import { readOrderSnapshot } from "../translation/order-to-snapshot"
import { isOtherMethodChosen } from "../translation/purchase-state"
import { readWholeOrder, type WholeOrder } from "./read-whole-order"
import type { StoreSideSeen } from "./read-store-side"

export type OrderNow = {
  /**
   * The settings require a settle now, and an authorized order is unchanged and has no other payment; an order under
   * review has no payment to settle yet.
   */
  settleIsDue: boolean
  edit: OrderEdit | null
  /** The only unfulfilled items, and since when the order's goods have left. */
  unfulfilled: { titles: string[]; since: string } | null
  /** Cents that other payments cover of an order under review. */
  paidOtherwise: Cents
  /** Another method was chosen for such an order and has not paid yet. */
  isOtherMethodChosen: boolean
}

type Known = Pick<Aggregate, "application" | "sessionIds"> & {
  /** Its order, if just read. */
  order?: WholeOrder | null
}

export const UNCHANGED: OrderNow = {
  settleIsDue: false,
  edit: null,
  unfulfilled: null,
  paidOtherwise: ZERO_CENTS,
  isOtherMethodChosen: false,
}

/**
 * Reads how far an application's order has progressed, and whether it still matches the signed one (goods,
 * quantities, address, amount) without another payment: settling such a loan would be a second payment.
 * After the payout an edit has ended once the balance is zero: later edits and returns concern Medusa only.
 */
export async function readOrderNow(
  container: MedusaContainer,
  { purchaseState, orderId }: Pick<StoreSideSeen, "purchaseState" | "orderId">,
  { application, sessionIds, order: known = null }: Known
): Promise<OrderNow> {
  if (!orderId || !(await isOfInterest(container, purchaseState, application))) {
    return UNCHANGED
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const order =
    known?.id === orderId ? known : await readWholeOrder(financing.context.knex, orderId)
  if (!order) {
    return UNCHANGED
  }
  const progress = readOrderProgress(order, sessionIds)
  const { lines, goodsLeftAt } = progress
  const when = financing.options.settle
  const isDue = isSettleDue(lines, when)
  const otherAmount = isOtherAmount({ purchaseState, application, progress })
  const isEdited =
    otherAmount ||
    (purchaseState !== "captured-order" && !isAsSigned(container, application, order))
  const edit = isEdited ? readEdit(purchaseState, progress, !otherAmount) : null
  const missing = purchaseState === "authorized-order" && !edit ? findUnfulfilled(lines, when) : []
  return {
    settleIsDue: isDue && (purchaseState === "unpaid-order" || isPayable(purchaseState, edit)),
    edit,
    unfulfilled:
      missing.length > 0 ? { titles: missing.map(({ title }) => title), since: goodsLeftAt } : null,
    paidOtherwise: purchaseState === "unpaid-order" ? progress.others.paid : ZERO_CENTS,
    isOtherMethodChosen: purchaseState === "unpaid-order" && isOtherMethodChosen(order, sessionIds),
  }
}

const isPayable = (purchaseState: PurchaseState, edit: OrderEdit | null) =>
  purchaseState === "authorized-order" && edit === null

type Compared = {
  purchaseState: PurchaseState
  application: ApplicationRecord
  progress: OrderProgress
}

function isOtherAmount({
  purchaseState,
  application,
  progress: { total, owed, others },
}: Compared): boolean {
  if (purchaseState === "captured-order") {
    return owed !== 0
  }
  // For an order that was partly paid before, only the amount due is financed.
  const isForWhole = application.kind !== "virtual-cart"
  return purchaseState === "unpaid-order"
    ? // What else pays of it is looked at once there is a payment.
      isForWhole && total !== application.financed_cents
    : others.left !== signedFor(application) || (isForWhole && others.paid > 0)
}

/** Whether the order has the applied-for goods, quantities and address, in any spelling. */
function isAsSigned(
  container: MedusaContainer,
  application: ApplicationRecord,
  order: CartRecord
): boolean {
  const reading = readOrderSnapshot(order, application)
  const financing = container.resolve(CONSUMER_FINANCING)
  return reading.ok && financing.fingerprints.isUnchanged(application, reading.snapshot)
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

const UNCAPTURED: readonly PurchaseState[] = [
  "unpaid-order",
  "authorized-order",
  "order-without-live-payment",
]

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

function signedFor({ financed_cents, refunded_cents }: ApplicationRecord): number {
  return financed_cents - refunded_cents
}

import { cents, ZERO_CENTS } from "../../domain/money"
import { describeOrderEdit } from "../../domain/order-edit"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import { matchSnapshot } from "../../medusa/read-store"
import { readWholeOrder } from "../../medusa/read-whole-order"
import type { ApplicationRecord } from "../../modules/consumer-financing/records"
import type { Aggregate } from "../../modules/consumer-financing/store/aggregate"
import { toCents } from "../../translation/amount"
import { readCart } from "../../translation/cart-to-snapshot"
import { readOrderSnapshot } from "../../translation/order-to-snapshot"
import { amountDue, hasOtherPayment, isCoveredOtherwise } from "../../translation/requested-order"
import { isPaidOtherwise } from "../../translation/purchase-state"
import type { Needs } from "./needs"
import type { SessionRead } from "../../medusa/read-session"

/** Whether a purchase is still what its application is for. */
export type PurchaseComparison = {
  /** Null when it no longer matches the application. */
  snapshot: OrderSnapshot | null
  /** For the merchant, why its order differs from the application; null when it does not. */
  orderEdit: string | null
  isPaidOtherwise: boolean
  /** Staff's draft is not an order yet. */
  isDraft: boolean
}

/** Compares the cart, or the order that staff asked the customer to finance, with the application. */
export async function comparePurchase(
  needs: Needs,
  session: SessionRead,
  known: Aggregate
): Promise<PurchaseComparison> {
  const { application, sessionIds } = known
  if (application.requested_order_id) {
    return await compareRequest(needs, known)
  }
  const { cart, order } = session
  return {
    snapshot: matchSnapshot(needs.financing, application, cart && readCart(cart)),
    orderEdit: order && (await findOrderEdit(needs, application, order)),
    // A failed completion may have left a payment on an older session of the same financing.
    isPaidOtherwise: order !== null && isPaidOtherwise(order, sessionIds),
    isDraft: false,
  }
}

/** Describes an order's edit, unless staff decided that the signed amount pays for the edited order. */
async function findOrderEdit(
  { financing }: Needs,
  application: ApplicationRecord,
  order: NonNullable<SessionRead["order"]>
): Promise<string | null> {
  const financed = cents(application.financed_cents)
  const total = toCents(order.total, "The order's total")
  const asSigned = matchSnapshot(financing, application, readOrderSnapshot(order, application))
  if (
    (asSigned && total === financed) ||
    (await financing.leases.isPayingAgainAllowed(application.id))
  ) {
    return null
  }
  const amounts = { total, financed, paidOtherwise: ZERO_CENTS, left: total }
  return describeOrderEdit({ ...amounts, otherGoods: total === financed })
}

async function compareRequest(
  { financing, knex }: Needs,
  { application, sessionIds: own }: Aggregate
): Promise<PurchaseComparison> {
  const order = await readWholeOrder(knex, application.requested_order_id ?? "")
  if (!order) {
    return { snapshot: null, orderEdit: null, isPaidOtherwise: false, isDraft: false }
  }
  const reading = readOrderSnapshot(order, application)
  const isDue = amountDue(order) === application.financed_cents
  const unchanged = isDue ? matchSnapshot(financing, application, reading) : null
  // Staff decided that the signed amount pays for an order that was edited later.
  const isDecided = reading.ok && (await financing.leases.isPayingAgainAllowed(application.id))
  return {
    snapshot: isDecided ? reading.snapshot : unchanged,
    orderEdit: null,
    isPaidOtherwise: isDecided ? isCoveredOtherwise(order, own) : hasOtherPayment(order, own),
    isDraft: order.is_draft_order === true,
  }
}

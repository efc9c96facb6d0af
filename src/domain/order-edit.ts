import { type Cents, cents, inWords } from "./money"
import type { Observation, OrderEdit } from "./observation"
import { caseOfNewSettle, NOTHING_TO_REVIEW, opening, type Review } from "./review"
import { isReadyToSettle } from "./status-codes"

/** `financed`: the signed amount. */
type Edited = Omit<OrderEdit, "owed"> & { financed: Cents }
type Amounts = Omit<Edited, "otherGoods">

/** For the merchant: the signed amount is less or more than the total. */
export function describeOrderEdit(edited: Edited): string {
  if (edited.otherGoods) return OTHER_GOODS
  return edited.paidOtherwise > 0 ? describeOtherPayment(edited) : describeChange(edited)
}

const OTHER_GOODS =
  "The order was changed after the customer signed: it comes to the same amount, but for other goods or another address than they signed for. Nothing is settled automatically. Settle it anyway, as it was signed, or ask the customer for a new application: cancel this order, and let it be ordered again."

function describeOtherPayment({ total, financed, paidOtherwise, left }: Amounts): string {
  const missing = left - financed
  const difference = inWords(cents(Math.abs(missing)))
  const offers =
    missing < 0
      ? `Settling it as well charges the customer ${difference} too much. Cancel the other payment if it is not captured yet, or settle what was signed and refund the other payment afterwards. Or cancel this order, which ends the financing and gives back what was captured.`
      : missing > 0
        ? `Settle what was signed, and collect the difference of ${difference} by another payment.`
        : "Settle what was signed: together they pay for the order."
  return `Another payment pays for ${inWords(paidOtherwise)} of this order: it is worth ${inWords(total)} now, and the financing is for ${inWords(financed)}. Nothing is settled automatically. ${offers}`
}

/** Describes an overpayment if the loan were settled despite other payments; null when it fits. */
export function describeOverpayment(edited: Amounts): string | null {
  const { total, financed, paidOtherwise, left } = edited
  return paidOtherwise > 0 && left < financed
    ? `Another payment pays for ${inWords(paidOtherwise)} of this order, which is worth ${inWords(total)}: settling the financing of ${inWords(financed)} as well would charge the customer too much. Nothing was sent. Decide it where this order is listed as needing attention.`
    : null
}

function describeChange({ total, financed }: Amounts): string {
  const difference = inWords(cents(Math.abs(total - financed)))
  const offers =
    total < financed
      ? `Settle it in full and refund the difference of ${difference} afterwards, or ask the customer for a new application: cancel this order, and let it be ordered again.`
      : `Ask the customer for a new application: cancel this order, and let it be ordered again. Or settle what was signed, and collect the difference of ${difference} by another payment.`
  return `The order was changed after the customer signed: it is worth ${inWords(total)} now, and the financing is for ${inWords(financed)}. Nothing is settled automatically. ${offers}`
}

/**
 * The order's total differs from the signed amount, which the service cannot change: nothing is settled, and staff
 * decide.
 */
export function reviewOfOrderEdit(seen: Observation): Review {
  const { purchaseState, code, open, record, journal } = seen
  const { edit } = seen.order
  if (!edit) return NOTHING_TO_REVIEW
  const isCaptured = purchaseState === "captured-order"
  const isToBeSettled = isCaptured && isReadyToSettle(code) && !open && !journal.settleSent
  const reason = isCaptured
    ? describeRest(edit.owed)
    : describeOrderEdit({ ...edit, financed: cents(record.financed) })
  return opening(...(isToBeSettled ? [caseOfNewSettle(seen)] : []), { cause: "order-edit", reason })
}

/** The signed amount was just settled in full; the difference must be refunded or collected. */
export function reviewOfRest(edit: Pick<OrderEdit, "left"> | null, financed: number): Review {
  const rest = edit ? cents(edit.left - financed) : 0
  return rest === 0
    ? NOTHING_TO_REVIEW
    : opening({ cause: "order-edit", reason: describeRest(cents(rest)) })
}

/** For the merchant: it was settled; `owed` is the customer's outstanding amount. */
export function describeRest(owed: Cents): string {
  const difference = inWords(cents(Math.abs(owed)))
  const rest =
    owed < 0
      ? `Refund the difference of ${difference} from the order.`
      : `Collect the difference of ${difference} by another payment.`
  return `What the customer signed for was settled in full after the order was changed. ${rest}`
}

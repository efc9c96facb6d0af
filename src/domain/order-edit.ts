import { type Cents, cents, inWords } from "./money"

type Edited = {
  /** What the order is worth now. */
  total: Cents
  /** What the customer signed for. */
  financed: Cents
}

/** For the merchant: an order whose total was changed after its customer had signed. */
export function describeOrderEdit({ total, financed }: Edited): string {
  const difference = inWords(cents(Math.abs(total - financed)))
  const offers =
    total < financed
      ? `Settle it in full and refund the difference of ${difference} afterwards, or ask the customer for a new application: cancel this order, and let it be ordered anew.`
      : `Ask the customer for a new application: cancel this order, and let it be ordered anew. Or settle what was signed, and collect the difference of ${difference} by another payment.`
  return `The order was changed after the customer signed: it is worth ${inWords(total)} now, and the financing is over ${inWords(financed)}. Nothing is settled by itself. ${offers}`
}

/** For the merchant: it was settled all the same; `owed` is what the customer still owes the shop. */
export function describeRest(owed: Cents): string {
  const difference = inWords(cents(Math.abs(owed)))
  const rest =
    owed < 0
      ? `Refund the difference of ${difference} from the order.`
      : `Collect the difference of ${difference} by another payment.`
  return `What the customer signed for was settled in full after the order was changed. ${rest}`
}

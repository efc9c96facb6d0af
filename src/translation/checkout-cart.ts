import { type CartReading, type CartRecord, readCart } from "./cart-to-snapshot"
import { judgeShipping, type ShippingRecord } from "./shipping-choice"

/** A cart in the checkout, with what decides whether it can be completed. */
export type CheckoutCart = CartRecord & ShippingRecord

/**
 * Reads a cart that is to be applied for: as `readCart`, and core has to be able to complete it. Once it
 * was applied for, the shipping is not asked about again: the merchant may change it meanwhile.
 */
export function readCheckout(cart: CheckoutCart): CartReading {
  const reading = readCart(cart)
  const problems = [...(reading.ok ? [] : reading.problems), ...judgeShipping(cart)]
  return problems.length === 0 ? reading : { ok: false, problems }
}

import { BUYING_FIELDS, type BuyingRecord, hasExclusions } from "./buying"
import { CART_FIELDS, type CartReading, type CartRecord, readCart } from "./cart-to-snapshot"
import { judgeShipping, SHIPPING_FIELDS, type ShippingRecord } from "./shipping-choice"

/** A cart in the checkout, with what decides whether it can be financed and completed. */
export type CheckoutCart = CartRecord & BuyingRecord & ShippingRecord

/** What is asked of `query.graph({ entity: "cart" })` for it, with these settings of the merchant's. */
export function checkoutFields(checkout: Parameters<typeof hasExclusions>[0]): string[] {
  const bought = hasExclusions(checkout) ? BUYING_FIELDS : []
  return [...new Set([...CART_FIELDS, ...SHIPPING_FIELDS, ...bought])]
}

/**
 * Reads a cart that is to be applied for: as `readCart`, and core has to be able to complete it. Once it
 * was applied for, the shipping is not asked about again: the merchant may change it meanwhile.
 */
export function readCheckout(cart: CheckoutCart): CartReading {
  const reading = readCart(cart)
  const problems = [...(reading.ok ? [] : reading.problems), ...judgeShipping(cart)]
  return problems.length === 0 ? reading : { ok: false, problems }
}

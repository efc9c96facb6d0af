import { MedusaError } from "@medusajs/framework/utils"
import type { OrderRefusalCode } from "../domain/shopper-codes"

/** Ends the reasons of `findObstacle`. */
export const CHOOSE_PAYMENT_AGAIN = "the shopper has to choose the payment method again."

/**
 * Staff instructions for a signed cart that Medusa refuses to complete. The shopper's message is found by these
 * sentences in the review case, so both end together.
 */
const NEXT_STEPS: Record<OrderRefusalCode, string> = {
  "promotion-used-up":
    "The shopper has to remove the promotion and apply again. Or raise its limit, then place the order.",
  "out-of-stock":
    "Restock the item, then place the order. Or the shopper changes the cart and applies again.",
  "shipping-unavailable": "The shopper has to choose another shipping method and apply again.",
  "choose-payment-again": CHOOSE_PAYMENT_AGAIN,
  "order-refused": "Correct what Medusa names, then place the order. Or end the application.",
}
const CODES = Object.keys(NEXT_STEPS) as OrderRefusalCode[]

/** Medusa's completion has no code for these, so their texts identify them. */
const TEXTS: [RegExp, OrderRefusalCode][] = [
  [/\bpromotion\b/i, "promotion-used-up"],
  [/\b(inventory|stock)\b/i, "out-of-stock"],
  [/\bshipping\b/i, "shipping-unavailable"],
]

const { INVALID_DATA, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types
/** Errors of the shop's rules. Others, such as a lock timeout, may not recur. */
const REFUSALS: readonly unknown[] = [INVALID_DATA, NOT_ALLOWED, NOT_FOUND]

/** Returns why Medusa refused to complete a cart, or null where a retry may succeed. */
export function readOrderRefusal(error: unknown): OrderRefusalCode | null {
  const { type, message }: { type?: unknown; message?: unknown } =
    typeof error === "object" && error !== null ? error : {}
  if (!REFUSALS.includes(type) || typeof message !== "string") return null
  return TEXTS.find(([text]) => text.test(message))?.[1] ?? "order-refused"
}

/** For staff. `reason` is Medusa's message. */
export function describeOrderRefusal(code: OrderRefusalCode, reason: string): string {
  return `The customer signed, but Medusa does not place the order: ${reason.replace(/\.$/, "")}. ${NEXT_STEPS[code]}`
}

/** Returns the refusal behind a review case, or null for other causes. */
export function findOrderRefusal(reviewReason: string | null): OrderRefusalCode | null {
  return CODES.find((code) => reviewReason?.includes(NEXT_STEPS[code])) ?? null
}

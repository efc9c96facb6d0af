import { type ApplicationState, hasEnded } from "../domain/application-state"
import type { PreApprovalObstacle } from "../domain/pre-approval"
import type { PurchaseState } from "../domain/purchase-state"
import type { ShopperCode } from "../domain/shopper-codes"
import { readStoredOffers } from "./offers"
import { findOrderRefusal } from "./order-refusal"

/** The data behind a shopper's message. */
export type MessageSource = {
  kind: string
  state: ApplicationState
  /** The service's code; null before the first check. */
  code: string | null
  customer_url: string | null
  /** The offers of a full application. */
  offers: unknown
  order_id: string | null
  /** A cancellation is running or in doubt. */
  cancelling: boolean
  /** Null once another application replaced it, or it has ended. */
  live_key: string | null
  /** The text of its review case; null if it has none. */
  review_reason: string | null
  /** Why the shopper's pre-approval was not used. */
  pre_approval_obstacle: PreApprovalObstacle | null
  /** The purchase state of the latest reconciliation; null before the first. */
  seen_purchase_state: PurchaseState | null
}

/** The messages to shoppers by their codes, which storefronts translate. */
export const SHOPPER_MESSAGES: Record<ShopperCode, string> = {
  "not-financed":
    "This purchase cannot be financed: its total is outside the range that can be financed, or the address is a PO box. Please change it or choose another payment method.",
  "not-begun":
    "Financing could not be applied for. Nothing was charged; please choose financing again or another payment method.",
  verifying: "Your details are being verified.",
  "choose-offer": "You are approved. Please choose one of your offers.",
  sign: "Please go on at the financing service and sign your contract there.",
  "sign-again":
    "Your order was changed, so its financing has to be signed again: please go on at the financing service.",
  "link-sent":
    "The financing service has sent a link to your phone and e-mail. Please open it to finish your purchase.",
  "under-review": "Your application is being reviewed. Nothing was charged.",
  approved: "Your financing is approved and signed.",
  "cart-changed":
    "Your cart was changed after you applied for financing. Please choose financing again, so that the application is about what you are buying now.",
  "being-closed":
    "This financing application is being closed. Please choose the payment method again.",
  "promotion-used-up":
    "Your order could not be placed: the promotion code in your cart has been used up. Nothing was charged. Please remove the code, then choose financing again for the new total.",
  "out-of-stock":
    "Your order could not be placed: an item in your cart is not available in this quantity any more. Nothing was charged. Please change your cart, then choose financing again.",
  "shipping-unavailable":
    "Your order could not be placed: your shipping method is not available any more. Nothing was charged. Please choose another one, then choose financing again.",
  "choose-payment-again":
    "Your order could not be placed. Nothing was charged. Please choose the payment method again.",
  "order-refused":
    "Your order could not be placed as it is. Nothing was charged. Please check your cart, or contact the shop.",
  "on-hold":
    "Your financing needs a check by the shop before the order can be placed. Nothing was charged; the shop has been told.",
  "order-on-hold": "Your financing needs a check by the shop. The shop has been told.",
  declined:
    "The financing was not approved. Nothing was charged; please choose another payment method.",
  "order-declined": "The financing of this order was not approved. Nothing was charged.",
  // One text for every reason in the shop's own form, so that it does not reveal whether a number was right.
  "not-approved":
    "The financing was not approved. Nothing was charged. Please check your details and apply again, or choose another payment method.",
  "details-differ":
    "The financing service could not match your details. Nothing was charged; please check them and apply again, or choose another payment method.",
  cancelled:
    "Your financing application was cancelled. Nothing was charged; please choose financing again or another payment method.",
  expired:
    "Your financing application has expired, because it was not signed in time. Nothing was charged; please choose financing again or another payment method.",
  "order-ended": "The financing of this order has ended without a contract. Nothing was charged.",
  refunded: "The financing of this order was given back in full.",
  "pre-approval-above-amount":
    "This purchase is more than you are pre-approved for, so it needs a new financing application.",
  "pre-approval-expired":
    "Your pre-approval has expired, so this purchase needs a new financing application.",
  "pre-approval-not-accepted":
    "Your pre-approval could not be used for this purchase, so it needs a new financing application.",
}

const CODE_OF: Record<ApplicationState, (application: MessageSource) => ShopperCode> = {
  created: ({ kind }) => (kind === "pre-approval" ? "link-sent" : "verifying"),
  "awaiting-customer": waiting,
  "under-review": () => "under-review",
  "ready-to-settle": signed,
  settling: signed,
  funded: signed,
  "partly-refunded": signed,
  refunded: () => "refunded",
  // Only a decline for different details is cancelled (O) afterwards.
  declined: ({ kind, code, order_id }) => {
    if (order_id !== null) return "order-declined"
    if (kind === "full") return "not-approved"
    return code === "X" || code === "O" ? "details-differ" : "declined"
  },
  // An application that the service never created was not checked.
  cancelled: ({ code, order_id }) => {
    if (order_id !== null) return "order-ended"
    return code === null ? "not-begun" : "cancelled"
  },
  expired: ({ order_id }) => (order_id !== null ? "order-ended" : "expired"),
  "needs-attention": ({ code, order_id }) => {
    if (code === "B") return "sign-again"
    return order_id === null ? "on-hold" : "order-on-hold"
  },
}

/** Returns the application's status and next step in one sentence for its shopper. */
export function messageForShopper(application: MessageSource): string {
  return SHOPPER_MESSAGES[codeForShopper(application)]
}

/** Returns the code of that sentence. */
export function codeForShopper(application: MessageSource): ShopperCode {
  return isBeingClosed(application) ? "being-closed" : CODE_OF[application.state](application)
}

/** Whether a cancellation is pending, so that the shopper must not continue. */
function isBeingClosed({ state, cancelling, live_key, order_id }: MessageSource): boolean {
  const isReplaced = live_key === null && order_id === null
  return !hasEnded(state) && (cancelling || isReplaced)
}

function waiting(application: MessageSource): ShopperCode {
  const { kind, code, customer_url, offers, pre_approval_obstacle } = application
  if (kind === "pre-approval") return "link-sent"
  if (pre_approval_obstacle) return `pre-approval-${pre_approval_obstacle}`
  if (customer_url !== null) return "sign"
  if (code !== "A") return "verifying"
  // Approved without offers to choose: they were over another amount, or missing.
  return readStoredOffers(offers).length > 0 ? "choose-offer" : "on-hold"
}

/** Signed: a changed cart needs a new application, a refused order a change of the cart, anything else the shop. */
function signed({
  state,
  review_reason,
  order_id,
  seen_purchase_state,
}: MessageSource): ShopperCode {
  if (review_reason === null || order_id !== null) return "approved"
  if (seen_purchase_state === "changed-cart") return "cart-changed"
  const refusal = state === "ready-to-settle" ? findOrderRefusal(review_reason) : null
  return refusal ?? "on-hold"
}

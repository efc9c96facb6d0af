import { type ApplicationState, hasEnded } from "../domain/application-state"
import type { PreApprovalObstacle } from "../domain/pre-approval"
import type { PurchaseState } from "../domain/purchase-state"
import { type OrderRefusalCode, SHOPPER_CODES, type ShopperCode } from "../domain/shopper-codes"
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
  /** The text of its review case; null without one. */
  review_reason: string | null
  /** Why the shopper's pre-approval was not used. */
  pre_approval_obstacle: PreApprovalObstacle | null
  /** The purchase state of the latest reconciliation; null before the first. */
  seen_purchase_state: PurchaseState | null
}

export const NOT_FINANCED =
  "This purchase cannot be financed: its total is outside the range that can be financed, or the address is a PO box. Please change it or choose another payment method."
const VERIFYING = "Your details are being verified."
const CHOOSE_OFFER = "You are approved. Please choose one of your offers."
const SIGN = "Please go on at the financing service and sign your contract there."
const UNDER_REVIEW = "Your application is being reviewed. Nothing was charged."
const APPROVED = "Your financing is approved and signed."
export const APPLY_AGAIN =
  "Your cart was changed after you applied for financing. Please choose financing again, so that the application is about what you are buying now."
const BEING_CLOSED =
  "This financing application is being closed. Please choose the payment method again."
export const ON_HOLD =
  "Your financing needs a check by the shop before the order can be placed. Nothing was charged; the shop has been told."

const NOT_BEGUN =
  "Financing could not be applied for. Nothing was charged; please choose financing again or another payment method."
const LINK_SENT =
  "The financing service has sent a link to your phone and e-mail. Please open it to finish your purchase."
const ORDER_ON_HOLD = "Your financing needs a check by the shop. The shop has been told."
const SIGN_AGAIN =
  "Your order was changed, so its financing has to be signed again: please go on at the financing service."
const DECLINED =
  "The financing was not approved. Nothing was charged; please choose another payment method."
const ORDER_DECLINED = "The financing of this order was not approved. Nothing was charged."
/** One text for every reason in the shop's own form, so that it does not reveal whether a number was right. */
const NOT_APPROVED =
  "The financing was not approved. Nothing was charged. Please check your details and apply again, or choose another payment method."
const DETAILS_DIFFER =
  "The financing service could not match your details. Nothing was charged; please check them and apply again, or choose another payment method."
const CANCELLED =
  "Your financing application was cancelled. Nothing was charged; please choose financing again or another payment method."
const EXPIRED =
  "Your financing application has expired, because it was not signed in time. Nothing was charged; please choose financing again or another payment method."
const ORDER_ENDED = "The financing of this order has ended without a contract. Nothing was charged."
const REFUNDED = "The financing of this order was given back in full."

const WITHOUT_PRE_APPROVAL: Record<PreApprovalObstacle, string> = {
  "above-amount":
    "This purchase is more than you are pre-approved for, so it needs a new financing application.",
  expired: "Your pre-approval has expired, so this purchase needs a new financing application.",
  "not-accepted":
    "Your pre-approval could not be used for this purchase, so it needs a new financing application.",
}

const NOT_PLACED: Record<OrderRefusalCode, string> = {
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
}

const MESSAGE_OF: Record<ApplicationState, (application: MessageSource) => string> = {
  created: ({ kind }) => (kind === "pre-approval" ? LINK_SENT : VERIFYING),
  "awaiting-customer": waiting,
  "under-review": () => UNDER_REVIEW,
  "ready-to-settle": signed,
  settling: signed,
  funded: signed,
  "partly-refunded": signed,
  refunded: () => REFUNDED,
  // Only a decline for different details is cancelled (O) afterwards.
  declined: ({ kind, code, order_id }) => {
    if (order_id !== null) return ORDER_DECLINED
    if (kind === "full") return NOT_APPROVED
    return code === "X" || code === "O" ? DETAILS_DIFFER : DECLINED
  },
  // An application that the service never created was not checked.
  cancelled: ({ code, order_id }) =>
    order_id !== null ? ORDER_ENDED : code === null ? NOT_BEGUN : CANCELLED,
  expired: ({ order_id }) => (order_id !== null ? ORDER_ENDED : EXPIRED),
  "needs-attention": (application) => (application.code === "B" ? SIGN_AGAIN : held(application)),
}

/** Returns the application's status and next step in one sentence for its shopper. */
export function messageForShopper(application: MessageSource): string {
  return isBeingClosed(application) ? BEING_CLOSED : MESSAGE_OF[application.state](application)
}

/** Whether a cancellation is pending, so that the shopper must not continue. */
function isBeingClosed({ state, cancelling, live_key, order_id }: MessageSource): boolean {
  const isReplaced = live_key === null && order_id === null
  return !hasEnded(state) && (cancelling || isReplaced)
}

function waiting(application: MessageSource): string {
  const { kind, code, customer_url, offers, pre_approval_obstacle } = application
  if (kind === "pre-approval") return LINK_SENT
  if (pre_approval_obstacle) return WITHOUT_PRE_APPROVAL[pre_approval_obstacle]
  if (customer_url !== null) return SIGN
  if (code !== "A") return VERIFYING
  // Approved without offers to choose: they were over another amount, or missing.
  return readStoredOffers(offers).length > 0 ? CHOOSE_OFFER : ON_HOLD
}

/** Signed: a changed cart needs a new application, a refused order a change of the cart, anything else the shop. */
function signed({ state, review_reason, order_id, seen_purchase_state }: MessageSource): string {
  if (review_reason === null || order_id !== null) return APPROVED
  if (seen_purchase_state === "changed-cart") return APPLY_AGAIN
  const refusal = state === "ready-to-settle" ? findOrderRefusal(review_reason) : null
  return refusal === null ? ON_HOLD : NOT_PLACED[refusal]
}

function held({ order_id }: MessageSource): string {
  return order_id === null ? ON_HOLD : ORDER_ON_HOLD
}

const SENTENCES: Record<ShopperCode, string> = {
  "not-financed": NOT_FINANCED,
  "not-begun": NOT_BEGUN,
  verifying: VERIFYING,
  "choose-offer": CHOOSE_OFFER,
  sign: SIGN,
  "sign-again": SIGN_AGAIN,
  "link-sent": LINK_SENT,
  "under-review": UNDER_REVIEW,
  approved: APPROVED,
  "cart-changed": APPLY_AGAIN,
  "being-closed": BEING_CLOSED,
  ...NOT_PLACED,
  "on-hold": ON_HOLD,
  "order-on-hold": ORDER_ON_HOLD,
  declined: DECLINED,
  "order-declined": ORDER_DECLINED,
  "not-approved": NOT_APPROVED,
  "details-differ": DETAILS_DIFFER,
  cancelled: CANCELLED,
  expired: EXPIRED,
  "order-ended": ORDER_ENDED,
  refunded: REFUNDED,
  "pre-approval-above-amount": WITHOUT_PRE_APPROVAL["above-amount"],
  "pre-approval-expired": WITHOUT_PRE_APPROVAL.expired,
  "pre-approval-not-accepted": WITHOUT_PRE_APPROVAL["not-accepted"],
}

/** Returns the code of such a sentence, for translation. */
export const codeOfMessage = (message: string): ShopperCode | null =>
  SHOPPER_CODES.find((code) => SENTENCES[code] === message) ?? null

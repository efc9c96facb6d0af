import { HARMLESS_CAUSES, REVIEW_CAUSES, type ReviewCause } from "./review-causes"

/** Whether goods may leave. `hold-rest`: some have left already. */
export const GOODS = ["ship", "hold", "hold-rest", "none"] as const
export type Goods = (typeof GOODS)[number]

/**
 * The one message about an order's financing: whether to ship, who pays, how much. Lists, cases, the order's page
 * and e-mails show it in the words of `order-message-words.ts`. Each says whether goods may leave.
 */
const OF_STATES = {
  "shipped-unpaid": "hold",
  "partly-shipped-unpaid": "hold",
  "rest-unpaid": "hold",
  "shipped-rest-unpaid": "none",
  "rest-unsigned": "hold",
  "rest-in-review": "hold",
  "shipped-rest-unsigned": "none",
  "shipped-rest-in-review": "none",
  "held-by-other": "hold",
  "ended-after-payout": "hold",
  "test-order": "hold",
  "test-order-shipped": "hold",
  "test-paid-unshipped": "hold",
  "test-paid": "none",
  "test-signed": "none",
  "doubt-settle-repeats": "ship",
  "doubt-settle": "ship",
  "doubt-settle-changed": "hold",
  "doubt-cancel": "hold",
  "doubt-refund": "hold",
  "doubt-replaced": "hold",
  "doubt-create": "none",
  "in-review": "hold",
  "shipped-in-review": "hold",
  unsigned: "hold",
  "shipped-unsigned": "hold",
  "edited-more": "hold",
  "edited-less": "hold",
  "edited-goods": "hold",
  "edit-collect": "hold",
  "shipped-collect": "none",
  "ship-collect": "ship",
  "edit-refund": "ship",
  "shipped-refund": "none",
  "refund-again": "ship",
  ship: "ship",
  "ship-rest": "ship",
  "payment-follows": "none",
  "fulfill-first": "none",
  "payment-on-delivery": "none",
  "request-payment": "none",
  "request-failed": "none",
  "not-due": "hold",
  "not-needed": "none",
  "ship-payment-requested": "ship",
  "payment-requested": "none",
  "ship-paid-out": "ship",
  "paid-out": "none",
  "ship-partly-refunded": "ship",
  "ship-other-refunded": "ship",
  "partly-refunded": "none",
  "refunded-unshipped": "hold",
  "refunded-here": "hold",
  refunded: "none",
  "paid-otherwise": "none",
  declined: "hold",
  "declined-order-cancelled": "none",
  "declined-without-order": "none",
  "cancelled-unshipped": "hold",
  "ended-unshipped": "hold",
  cancelled: "none",
  "expired-unshipped": "hold",
  expired: "none",
  unconfirmed: "none",
  "waiting-for-customer": "none",
  "reviewed-without-order": "none",
  "signed-without-order": "none",
  "needs-attention": "hold",
} as const satisfies Record<string, Goods>
type OfState = keyof typeof OF_STATES
type OfCause = `case-${ReviewCause}`
export type MessageCode = OfState | OfCause
export const MESSAGE_CODES: readonly MessageCode[] = [
  ...(Object.keys(OF_STATES) as OfState[]),
  ...REVIEW_CAUSES.map((cause): OfCause => `case-${cause}`),
]

const isOfState = (code: MessageCode): code is OfState => Object.hasOwn(OF_STATES, code)

/** Whether goods may leave an order of which nothing has left. A harmless case says nothing about them. */
export function goodsOfCode(code: MessageCode): Goods {
  if (isOfState(code)) return OF_STATES[code]
  return HARMLESS_CAUSES.some((cause) => code === `case-${cause}`) ? "none" : "hold"
}

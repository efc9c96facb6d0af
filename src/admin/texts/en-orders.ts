import { MERCHANT_ERRORS } from "../../domain/merchant-errors"
import type { ReportedCode } from "../../domain/status-codes"

export const obstacles = {
  "call-open": "Not now: an earlier call to the service has no answer yet.",
  "sign-again": "Not now: the customer has to sign the new contract first.",
  "case-open": "Decide first what needs attention.",
  "other-amount": "The service finances another amount than this. Ask it why.",
  "not-ready": "Only what the customer has signed can be paid out.",
  "paid-out": "A payment of this order was captured: refund it first, then cancel the order.",
  packed: "Cancel its fulfillments first, or register a return.",
  "nothing-due": "Its payment was requested already, or nothing is left to request.",
  "other-open": "Another financing of this order is not settled yet.",
}

export const money = {
  applied: "Applied for",
  approved: "Approved up to",
  captured: "Captured",
  requested: "Payment requested",
  paid_out: "Paid out (first seen)",
  refunded: "Refunded",
  financed: "Still financed",
  unknown: "not known",
  recorded: "recorded by staff",
}

export const order = {
  customer: "Customer",
  expires: "Ends on",
  expiresHint: "if nothing happens until then",
  owes: "Medusa counts {{amount}} as owed to the customer, for an edit or a return. Refund what was not refunded for it before; if goods come back for it, wait until they have arrived.",
  menu: "More",
  doNotShip: "Do not ship",
  noAnswer: "No answer yet",
  shipped: "Shipped",
  signed: "Signed",
  payLink: "Copy payment link",
  collected: "I have collected it elsewhere",
  collectedTitle: "Mark order {{order}} as paid?",
  collectedText:
    "Medusa records that you received {{amount}} another way. Nothing is sent to the financing service.",
  collectedDone: "The order is marked as paid.",
  returned: "Register a return",
  refundLeft: "Refund … of {{left}} left",
  captureHint: "“Request payment” does the same as Medusa's “Capture payment”.",
  details: "Details",
}

/** Undoes a refund that staff recorded by mistake. */
export const takeBack = {
  label: "Take back the recorded refund",
  title: "Take back the recorded refund of {{amount}}?",
  text: "The refund is removed from Medusa. Nothing is sent to the financing service. This works only while the service does not confirm the refund.",
  part: "The portal refunded a part: it shows a new application",
  none: "The portal refunded nothing",
  done: "The recorded refund was taken back.",
}

export const errors = {
  copy: "Copy details for support",
  copied: "The details are copied.",
  unknown: "This did not work.",
  ...MERCHANT_ERRORS,
}

export const happenings = {
  "request-made": "The customer was asked to finance the order",
  "request-sent": "The link was sent to the customer",
  "request-withdrawn": "The request was withdrawn",
  "offer-selected": "The customer chose an offer",
  "refund-asked": "A refund was sent to the service",
  "refund-refused": "The refund did not happen",
  "refund-recorded": "The refund was recorded in Medusa",
  "refund-taken-back": "The recorded refund was taken back",
  "ledger-repaired": "An incomplete record in Medusa was completed",
  created: "The customer applied",
  refused: "The service did not take the application",
  "session-adopted": "The shopper continued",
  "link-copied": "The customer's link was copied",
  "link-sent": "The link was sent to the customer again",
  superseded: "A new application took its place",
  "shopper-returned": "The shopper came back to the shop",
  "shopper-walked-away": "The shopper left the application",
  "postbacks-received": "The service sent a message",
  "postbacks-put-aside": "A message from the service could not be read",
  "postback-processed-again": "A message from the service was processed again",
  "status-changed": "The status changed",
  "consent-given": "The customer agreed to the lender's terms",
  "customer-must-sign-again": "The customer has to sign a new contract",
  "order-placed": "The order was placed",
  "order-not-placed": "The order could not be placed",
  "order-authorized": "The order was authorized",
  "order-cancelled": "The order was cancelled",
  "order-id-told": "The order number was sent to the service",
  "capture-wanted": "Tried to capture the payment",
  "refund-wanted": "Tried to refund",
  "order-cancel-wanted": "Tried to cancel the order",
  "shipment-wanted": "Marked as shipped",
  "reconcile-wanted": "Status check started",
  "address-asked": "Address checked",
  settled: "Payment requested from the service",
  "capture-recorded": "The payment was captured in Medusa",
  "partly-refunded": "Partly refunded",
  refunded: "Refunded in full",
  "cancellation-requested": "Medusa asked to end the payment",
  cancelled: "The financing was cancelled",
  "lost-token-found": "The lost answer was found",
  "doubt-resolved": "It was said how the call ended",
  "needs-attention": "Needs attention",
  "review-case-cleared": "Warning cleared",
  "review-case-resolved": "Decided",
  "review-case-not-resolved": "A decision could not be carried out",
  "too-many-applications": "Unusually many applications in the shop",
}

export const amountsOfHappenings = {
  "request-made": "The customer was asked to finance {{amount}}",
  "refund-asked": "A refund of {{amount}} was sent to the service",
  "refund-refused":
    "The refund of {{amount}} did not happen: the service refused it or could not be reached",
  "refund-recorded": "The refund of {{amount}} was recorded in Medusa",
  "refund-taken-back": "The recorded refund of {{amount}} was taken back",
  created: "The customer applied for {{amount}}",
  "capture-wanted": "Tried to capture {{amount}}",
  "refund-wanted": "Tried to refund {{amount}}",
  settled: "Payment of {{amount}} requested from the service",
  "partly-refunded": "Refunded {{amount}}; {{left}} stay financed",
  "not-paid": "Counted {{amount}} as not paid; {{left}} stay financed",
  refunded: "Refunded {{amount}}; the financing has ended",
}

export const statuses = {
  P: "The application was started",
  Z: "The customer is being verified",
  R: "Pre-approved",
  A: "Approved: the customer still has to sign",
  W: "The lender is reviewing it",
  M: "The lender gives its final approval",
  S: "The lender approved it, and the customer signed",
  C: "The service paid it out",
  L: "Another lender paid it out",
  X: "Declined: the customer's data do not match",
  U: "The lender declined it",
  O: "Cancelled at the service",
  T: "The service's status is: refunded",
  B: "The customer has to sign a new contract",
  unknown: "The service reports a status that is not known here",
} satisfies Record<ReportedCode, string>

export const fieldErrors = {
  missing: "Fill this in.",
  number: "Enter a number, such as 300.",
  more: "Must be more than {{bound}}.",
  least: "Must be {{bound}} or more.",
  most: "Must be {{bound}} or less.",
  aboveMaximum: "Must be below the largest total.",
  belowMinimum: "Must be above the smallest total.",
  state: "Use the two letters of a US state, for example CA.",
  email: "Enter an e-mail address.",
  phone: "Enter a US phone number with ten digits.",
}

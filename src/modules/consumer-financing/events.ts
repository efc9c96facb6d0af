/** Events of an application are named `<prefix>.<what-happened>`. */
export const EVENT_PREFIX = "consumer-financing.application"

/** Events of the service as a whole: unavailable (credentials refused, or no connection) and available again. */
export const SERVICE_UNAVAILABLE = "consumer-financing.service.unavailable"
export const SERVICE_AVAILABLE = "consumer-financing.service.available"

/** Production is locked because this database may be a copy, or is unlocked again. */
export const HOME_LOCKED = "consumer-financing.home.locked"
export const HOME_UNLOCKED = "consumer-financing.home.unlocked"

/** Internal: requests a reconciliation. */
export const RECONCILE_REQUESTED = `${EVENT_PREFIX}.reconcile-requested`

/** About money and staff decisions: timeline entries that are kept as long as the application. */
export const KEPT_HAPPENINGS = [
  "created",
  "consent-given",
  "order-placed",
  "order-authorized",
  "order-cancelled",
  "capture-wanted",
  "refund-wanted",
  "order-cancel-wanted",
  "settled",
  "capture-recorded",
  "refund-asked",
  "refund-refused",
  "partly-refunded",
  "refunded",
  "refund-recorded",
  "refund-taken-back",
  "ledger-repaired",
  "cancelled",
  "lost-token-found",
  "doubt-resolved",
  "review-case-resolved",
] as const

/** What can happen to an application: names of events and timeline entries (docs/events.md). */
export const HAPPENINGS = [
  ...KEPT_HAPPENINGS,
  "refused",
  "offer-selected",
  "session-adopted",
  "request-made",
  "request-sent",
  "request-withdrawn",
  "link-copied",
  "link-sent",
  "superseded",
  "shopper-returned",
  "shopper-walked-away",
  "postbacks-received",
  "postbacks-put-aside",
  "postback-processed-again",
  "status-changed",
  "customer-must-sign-again",
  "order-not-placed",
  "order-id-told",
  "shipment-wanted",
  "reconcile-wanted",
  "address-asked",
  "cancellation-requested",
  "needs-attention",
  "review-case-cleared",
  "review-case-not-resolved",
  "too-many-applications",
] as const
export type Happening = (typeof HAPPENINGS)[number]

/** Events of a pre-approval, until an application uses it. */
export const PRE_APPROVAL_EVENT_PREFIX = "consumer-financing.pre-approval"

export const PRE_APPROVAL_HAPPENINGS = ["requested", "status-changed", "used"] as const
export type PreApprovalHappening = (typeof PRE_APPROVAL_HAPPENINGS)[number]

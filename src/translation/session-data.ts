import { type ApplicationState, hasEnded } from "../domain/application-state"
import { messageForShopper, type ToldOf } from "./shopper-message"

/** Where a shopper has something to do at the service. */
const SHOWS_ADDRESS: Record<Exclude<ApplicationState, "needs-attention">, boolean> = {
  created: true,
  "awaiting-customer": true,
  "under-review": false,
  "ready-to-settle": false,
  settling: false,
  funded: false,
  "partly-refunded": false,
  refunded: false,
  declined: false,
  cancelled: false,
  expired: false,
}

type Shown = ToldOf & { id: string }

/** `pending` and `requires_more` of Medusa's session statuses: it takes both for one that may pay. */
type SessionStatus = "pending" | "requires_more"

/**
 * The status of a session that nobody has authorized. Storefronts take a `pending` one for the method
 * that was chosen, and pass a `requires_more` one over; core completes a cart with either, so that our
 * sentence is heard and a late approval counts. It never is `error` or `canceled`, which core drops.
 */
export function toSessionStatus({ state, cancelling, live_key }: Shown): SessionStatus {
  const isOver = hasEnded(state) || cancelling || live_key === null
  return isOver ? "requires_more" : "pending"
}

/** Where the shopper goes on at the service; null while there is nothing to do there. */
export function addressForShopper(application: Shown): string | null {
  const { state, customer_url, cancelling } = application
  const isNeeded = state === "needs-attention" ? mayBeSigned(application) : SHOWS_ADDRESS[state]
  return isNeeded && !cancelling ? customer_url : null
}

/** Signed again after a partial refund, or perhaps for the first time: nobody knows what the code asks for. */
function mayBeSigned({ code, order_id }: Shown): boolean {
  return code === "B" || (order_id === null && code !== "T")
}

/**
 * What a payment session carries: read by every browser, so ids, our word for the state, a sentence to
 * show and, while it is of use, the address to send the shopper to, else null: Medusa lays new data over
 * the old, so that what is left out would stay. Nothing secret, nothing personal. The address carries the
 * application's credentials: only for a session that is known to be its own.
 */
export function toSessionData(
  application: Shown,
  paymentSessionId: string
): Record<string, unknown> {
  return { session_id: paymentSessionId, ...toldInSession(application) }
}

/** Set by the answer that makes core capture without an event of its own, until that event is emitted. */
export const CAPTURE_UNANNOUNCED = "capture_unannounced"

/** What a payment carries, and what may be told to whoever names a session: never the address. */
export function toPaymentData(
  application: Shown,
  paymentSessionId: string
): Record<string, unknown> {
  return { session_id: paymentSessionId, ...toldInPayment(application) }
}

/** The part of a session's data that changes with the application. */
export function toldInSession(application: Shown): Record<string, string | null> {
  return { ...toldInPayment(application), url: addressForShopper(application) }
}

/** The part of a payment's data that changes with the application. */
export function toldInPayment(application: Shown): Record<string, string | null> {
  const { id, state } = application
  return { application_id: id, status: state, message: messageForShopper(application) }
}

import { type ApplicationState, hasEnded } from "../domain/application-state"
import { messageForShopper, type MessageSource } from "./shopper-message"

/** States in which the shopper needs the service's page. */
const SHOWS_ADDRESS: readonly ApplicationState[] = ["created", "awaiting-customer"]

type Shown = MessageSource & { id: string }

/** `pending` and `requires_more` of Medusa's session statuses: it accepts both for payment. */
type SessionStatus = "pending" | "requires_more"

/**
 * Returns the status of an unauthorized session. Storefronts treat `pending` as the chosen method and ignore
 * `requires_more`; core completes a cart with either, so that the shopper gets the message and a late approval
 * counts. Never `error` or `canceled`, which core drops.
 */
export function toSessionStatus({ state, cancelling, live_key }: Shown): SessionStatus {
  const isOver = hasEnded(state) || cancelling || live_key === null
  return isOver ? "requires_more" : "pending"
}

/** Returns where the shopper continues at the service; null while they need not. */
export function addressForShopper(application: Shown): string | null {
  const { state, customer_url, cancelling } = application
  const isNeeded =
    SHOWS_ADDRESS.includes(state) || (state === "needs-attention" && mayBeSigned(application))
  return isNeeded && !cancelling ? customer_url : null
}

/**
 * Whether the customer may have to sign, again after a partial refund or for the first time, under an unknown code.
 */
function mayBeSigned({ code, order_id }: Shown): boolean {
  return code === "B" || (order_id === null && code !== "T")
}

/**
 * Builds a payment session's data, which browsers read: ids, the state, a message, and the address while it is
 * useful, else null, because Medusa merges new data into old. Contains neither secrets nor personal data. The
 * address gives access to the application, so use this only for the application's own session.
 */
export function toSessionData(
  application: Shown,
  paymentSessionId: string
): Record<string, unknown> {
  return { session_id: paymentSessionId, ...sessionStatusData(application) }
}

/** Set when core captures without emitting its event, until that event is emitted. */
export const CAPTURE_UNANNOUNCED = "capture_unannounced"

/** Builds a payment's data, which anyone with a session id may read: never the address. */
export function toPaymentData(
  application: Shown,
  paymentSessionId: string
): Record<string, unknown> {
  return { session_id: paymentSessionId, ...paymentStatusData(application) }
}

/** The part of a session's data that changes with the application. */
export function sessionStatusData(application: Shown): Record<string, string | null> {
  return { ...paymentStatusData(application), url: addressForShopper(application) }
}

/** The part of a payment's data that changes with the application. */
export function paymentStatusData(application: Shown): Record<string, string | null> {
  const { id, state } = application
  return { application_id: id, status: state, message: messageForShopper(application) }
}

import type { ApplicationState } from "../domain/application-state"

/** Where a shopper may still be sent to: nothing is decided, or the customer has to sign. */
const SHOWS_ADDRESS: Record<ApplicationState, boolean> = {
  created: true,
  "awaiting-customer": true,
  "under-review": true,
  "ready-to-settle": false,
  settling: false,
  funded: false,
  "partly-refunded": false,
  refunded: false,
  declined: false,
  cancelled: false,
  expired: false,
  "needs-attention": true,
}

type Shown = { id: string; state: ApplicationState; customer_url: string | null }

/**
 * What a payment session carries: read by every browser, so ids, our word for the state and, while
 * it is of use, the address to send the shopper to, else null: Medusa lays new data over the old, so
 * that what is left out would stay. Nothing secret, nothing personal. The address carries the
 * application's credentials: only for a session that is known to be its own.
 */
export function toSessionData(
  application: Shown,
  paymentSessionId: string
): Record<string, unknown> {
  const url = SHOWS_ADDRESS[application.state] ? application.customer_url : null
  return { ...toPaymentData(application, paymentSessionId), url }
}

/** What a payment carries, and what may be told to whoever names a session: never the address. */
export function toPaymentData(
  { id, state }: Pick<Shown, "id" | "state">,
  paymentSessionId: string
): Record<string, unknown> {
  return { session_id: paymentSessionId, application_id: id, status: state }
}

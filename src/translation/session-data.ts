import type { ApplicationState } from "../domain/application-state"
import type { PreApprovalObstacle } from "../domain/pre-approval"

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

type Shown = {
  id: string
  state: ApplicationState
  customer_url: string | null
  kind?: string
  /** Why the shopper's pre-approval does not pay for it. */
  pre_approval_obstacle?: PreApprovalObstacle | null
}

const LINK_SENT =
  "The financing service has sent a link to your phone and e-mail. Please open it to finish your purchase."

const WITHOUT_PRE_APPROVAL: Record<PreApprovalObstacle, string> = {
  "above-amount":
    "This purchase is more than you are pre-approved for, so it needs a new financing application.",
  expired: "Your pre-approval has expired, so this purchase needs a new financing application.",
  "not-accepted":
    "Your pre-approval could not be used for this purchase, so it needs a new financing application.",
}

/** What the shopper should be told beside the address; null for nothing. */
function messageOf({ kind, state, pre_approval_obstacle }: Shown): string | null {
  if (state !== "created" && state !== "awaiting-customer") return null
  if (kind === "pre-approval") return LINK_SENT
  return pre_approval_obstacle ? WITHOUT_PRE_APPROVAL[pre_approval_obstacle] : null
}

/**
 * What a payment session carries: read by every browser, so ids, our word for the state and, while
 * it is of use, the address to send the shopper to and a sentence to show, else null: Medusa lays new data over the old, so
 * that what is left out would stay. Nothing secret, nothing personal. The address carries the
 * application's credentials: only for a session that is known to be its own.
 */
export function toSessionData(
  application: Shown,
  paymentSessionId: string
): Record<string, unknown> {
  const url = SHOWS_ADDRESS[application.state] ? application.customer_url : null
  return { ...toPaymentData(application, paymentSessionId), url, message: messageOf(application) }
}

/** What a payment carries, and what may be told to whoever names a session: never the address. */
export function toPaymentData(
  { id, state }: Pick<Shown, "id" | "state">,
  paymentSessionId: string
): Record<string, unknown> {
  return { session_id: paymentSessionId, application_id: id, status: state }
}

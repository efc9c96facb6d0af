import { type Phase, phaseOf, readStatusCode } from "./status-codes"

/** The customer must act at the service: apply, choose, or sign (again). */
const WAITS_FOR_CUSTOMER: readonly Phase[] = ["applying", "re-sign"]

type Judged = {
  kind: string
  customer_url: string | null
  /** The service's code; null before the first check. */
  code: string | null
  order_id: string | null
  end_reason: string | null
  cancelling: boolean
}

/**
 * Returns the link that staff may give to the customer now; null while there is nothing to do, or before a
 * cancellation. It opens the customer's application. Requests for a draft or an order have their own link, which
 * depends on the order.
 */
export function customerLinkOf(application: Judged): string | null {
  const { kind, customer_url, code, order_id, end_reason, cancelling } = application
  const isRequest = kind === "virtual-cart" && order_id === null
  const isOver = end_reason !== null || cancelling
  const waits = code === null || WAITS_FOR_CUSTOMER.includes(phaseOf(readStatusCode(code)))
  return waits && !isOver && !isRequest ? customer_url : null
}

import { type Phase, phaseOf, readStatusCode } from "./status-codes"

/** The customer has something to do at the service: apply, choose, or sign (again). */
const WAITS_FOR_CUSTOMER: readonly Phase[] = ["applying", "re-sign"]

type Judged = {
  kind: string
  customer_url: string | null
  /** The service's code; null before anybody looked. */
  code: string | null
  order_id: string | null
  end_reason: string | null
  cancelling: boolean
}

/**
 * The address that staff may hand to the customer now; null while there is nothing to do there, or
 * when it is to end. It opens the customer's application. What is asked for a draft or an order is
 * handed out as a financing request, which knows whether the order changed.
 */
export function customerLinkOf(application: Judged): string | null {
  const { kind, customer_url, code, order_id, end_reason, cancelling } = application
  const isRequest = kind === "virtual-cart" && order_id === null
  const isOver = end_reason !== null || cancelling
  const waits = code === null || WAITS_FOR_CUSTOMER.includes(phaseOf(readStatusCode(code)))
  return waits && !isOver && !isRequest ? customer_url : null
}

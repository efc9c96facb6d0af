import type { AdminOrder } from "@medusajs/framework/types"
import { hasEnded } from "../../domain/application-state"
import type { Application, ApplicationDetails } from "../queries/api-types"

/** Keys of `obstacles` in the texts. */
export type Obstacle =
  | "call-open"
  | "sign-again"
  | "case-open"
  | "other-amount"
  | "not-ready"
  | "paid-out"
  | "packed"
  | "other-open"

/** Null: the action does not apply to the order. */
export type ActionAvailability = Record<
  "settle" | "refund" | "cancel",
  "available" | Obstacle | null
>

type ActionContext = { order: AdminOrder; file: ApplicationDetails; others: Application[] }

/** Returns which actions staff may take on an order. Mirrors the rules that the server enforces. */
export function getActionAvailability({ order, file, others }: ActionContext): ActionAvailability {
  const payments = getActivePayments(order)
  const payment = payments.find(({ id }) => id === file.payment_id)
  const isCaptured = Boolean(payment?.captured_at)
  const operationObstacle = file.code === "B" ? "sign-again" : "call-open"
  const pendingObstacle = hasPendingOperation(file) ? operationObstacle : null
  const isClosed = hasEnded(file.state)

  const getSettleAvailability = (): "available" | Obstacle | null => {
    if (!payment || isCaptured || isClosed) return null
    if (pendingObstacle) return pendingObstacle
    if (hasUnresolvedCase(file)) return "case-open"
    if (file.code !== "S") return "not-ready"
    const remainingCents = file.financed_cents - file.refunded_cents
    return file.service_cents === remainingCents ? "available" : "other-amount"
  }
  const getRefundAvailability = (): "available" | Obstacle | null => {
    if (!payment || !isCaptured || isClosed || file.refunded_cents >= file.financed_cents)
      return null
    if (pendingObstacle) return pendingObstacle
    return file.code === "T" ? "case-open" : "available"
  }
  const getCancelAvailability = (): "available" | Obstacle | null => {
    if (order.status === "canceled" || file.state === "refunded") return null
    if (pendingObstacle) return pendingObstacle
    // Medusa refunds captured payments when it cancels an order; staff must refund explicitly.
    if (payments.some(({ captured_at }) => captured_at) || isRequestedOrPaid(file))
      return "paid-out"
    if (others.some((other) => needsReview(other) || isRequestedOrPaid(other))) return "other-open"
    return hasFulfillments(order) ? "packed" : "available"
  }
  return {
    settle: getSettleAvailability(),
    refund: getRefundAvailability(),
    cancel: getCancelAvailability(),
  }
}

/** An operation whose outcome is unknown blocks every other one. */
const hasPendingOperation = ({ review_cases }: ApplicationDetails): boolean =>
  review_cases.some(({ operation }) => operation !== null)

const hasUnresolvedCase = ({ review_cases }: ApplicationDetails): boolean =>
  review_cases.some(({ acknowledged, cause }) => acknowledged === null && cause !== "order-id")

const needsReview = ({ review_reason }: Application): boolean => review_reason !== null

/** Reads the application's state, because the order on the page may be stale. */
const isRequestedOrPaid = ({ state }: Application): boolean =>
  ["settling", "funded", "partly-refunded", "refunded"].includes(state)

/** Includes payments of other providers. */
export function getActivePayments({ payment_collections }: AdminOrder) {
  return (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ canceled_at }) => !canceled_at)
}

const getActiveFulfillments = ({ fulfillments }: AdminOrder) =>
  (fulfillments ?? []).filter(({ canceled_at }) => !canceled_at)

/** Medusa rejects the cancellation of an order with fulfillments. */
const hasFulfillments = (order: AdminOrder): boolean => getActiveFulfillments(order).length > 0

export const hasShipped = (order: AdminOrder): boolean =>
  getActiveFulfillments(order).some(({ shipped_at, delivered_at }) => shipped_at ?? delivered_at)

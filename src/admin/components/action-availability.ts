import type { AdminOrder } from "@medusajs/framework/types"
import type { Application, ApplicationFile } from "../queries/api-types"

/** Why something cannot be done now: see `obstacles` of the texts. */
export type Obstacle =
  "call-open" | "case-open" | "not-ready" | "paid-out" | "packed" | "other-open"

/** What the panel of an order offers: null where it makes no sense at all, else why it cannot be done yet. */
export type Possibilities = Record<"settle" | "refund" | "cancel", "now" | Obstacle | null>

type Facts = { order: AdminOrder; file: ApplicationFile; others: Application[] }

/** By the rules that the server goes by, which refuses what is pressed in spite of them. */
export function possibilitiesOf({ order, file, others }: Facts): Possibilities {
  const payments = livePaymentsOf(order)
  const payment = payments.find(({ id }) => id === file.payment_id)
  const isCaptured = Boolean(payment?.captured_at)
  const callObstacle = hasOpenCall(file) ? "call-open" : null
  const hasOver = ["refunded", "cancelled", "declined", "expired"].includes(file.state)

  const settle = (): "now" | Obstacle | null => {
    if (!payment || isCaptured || hasOver) return null
    if (callObstacle) return callObstacle
    if (hasOpenCase(file)) return "case-open"
    return file.code === "S" ? "now" : "not-ready"
  }
  const refund = (): "now" | Obstacle | null => {
    if (!payment || !isCaptured || file.refunded_cents >= file.financed_cents) return null
    return callObstacle ?? "now"
  }
  const cancel = (): "now" | Obstacle | null => {
    if (order.status === "canceled" || file.state === "refunded") return null
    if (callObstacle) return callObstacle
    // Medusa gives everything that was captured back with the order: that is pressed as a refund.
    if (payments.some(({ captured_at }) => captured_at) || isPaidOut(file)) return "paid-out"
    if (others.some((one) => isUnclear(one) || isPaidOut(one))) return "other-open"
    return isPacked(order) ? "packed" : "now"
  }
  return { settle: settle(), refund: refund(), cancel: cancel() }
}

/** A call has no answer: nothing else is begun. One that was answered is none, whenever it is paid out. */
const hasOpenCall = ({ review_cases }: ApplicationFile): boolean =>
  review_cases.some(({ operation }) => operation !== null)

const hasOpenCase = ({ review_cases }: ApplicationFile): boolean =>
  review_cases.some(({ acknowledged, cause }) => acknowledged === null && cause !== "order-id")

/** Of what is known without its file. */
const isUnclear = ({ review_reason }: Application): boolean => review_reason !== null

/** Requested or paid out. The page of the order may be older than what is known of the application. */
const isPaidOut = ({ state }: Application): boolean =>
  ["settling", "funded", "partly-refunded", "refunded"].includes(state)

/** Another method's, too. */
export function livePaymentsOf({ payment_collections }: AdminOrder) {
  return (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ canceled_at }) => !canceled_at)
}

const fulfillmentsOf = ({ fulfillments }: AdminOrder) =>
  (fulfillments ?? []).filter(({ canceled_at }) => !canceled_at)

/** Medusa cancels no order with fulfillments. */
const isPacked = (order: AdminOrder): boolean => fulfillmentsOf(order).length > 0

export const hasShipped = (order: AdminOrder): boolean =>
  fulfillmentsOf(order).some(({ shipped_at }) => shipped_at)

import { ORDER_NUMBER_FIELDS } from "./order-number"
import { OTHER_PAYMENT_FIELDS } from "./other-payments"
import type { MedusaNumber } from "./priced-record"

/** What `query.graph({ entity: "order" })` is asked for, to see what stands on an application. */
export const ORDER_STATE_FIELDS = [
  "id",
  ...ORDER_NUMBER_FIELDS,
  "total",
  "status",
  "canceled_at",
  "created_at",
  "payment_collections.id",
  "payment_collections.payment_sessions.id",
  "payment_collections.payment_sessions.status",
  "payment_collections.payment_sessions.provider_id",
  "payment_collections.payments.id",
  "payment_collections.payments.payment_session_id",
  "payment_collections.payments.captured_at",
  "payment_collections.payments.canceled_at",
  "payment_collections.payments.captures.id",
  "payment_collections.payments.captures.amount",
  "payment_collections.payments.captures.raw_amount",
  "payment_collections.payments.captures.created_at",
  "payment_collections.payments.refunds.amount",
  "payment_collections.payments.refunds.raw_amount",
  "payment_collections.payments.refunds.created_at",
  ...OTHER_PAYMENT_FIELDS,
]

export type SessionSide = {
  id: string
  status: string
  provider_id?: string
  amount?: MedusaNumber
}

export type RefundSide = {
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  created_at: Date | string
}

export type PaymentSide = {
  id: string
  payment_session_id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  captured_at?: Date | string | null
  canceled_at?: Date | string | null
  captures?: readonly (CaptureSide | null)[] | null
  refunds?: readonly (RefundSide | null)[] | null
}

export type CaptureSide = {
  id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  created_at: Date | string
}

export type CollectionSide = {
  id: string
  status?: string
  payment_sessions?: readonly (SessionSide | null)[] | null
  payments?: readonly (PaymentSide | null)[] | null
}

export type OrderSide = {
  id: string
  /** What the order is worth now, in dollars. */
  total: MedusaNumber
  display_id?: number | null
  custom_display_id?: string | null
  status: string
  canceled_at?: Date | string | null
  created_at: Date | string
  payment_collections?: readonly (CollectionSide | null)[] | null
}

export type CartSide = {
  completed_at?: Date | string | null
  payment_collection?: CollectionSide | null
}

export type StoreSide = {
  /** The application's own order, once it was seen; kept when Medusa drops the session. */
  knownOrderId: string | null
  /** Every payment session that rests or rested on the application. */
  sessionIds: readonly string[]
  /** Another application has taken its place for this cart. */
  superseded: boolean
  /** A full application whose session is still to be made: no session was removed from it. */
  awaitsSession: boolean
  cart: CartSide | null
  /** The cart still is what the customer applied for. */
  cartUnchanged: boolean
  order: OrderSide | null
}

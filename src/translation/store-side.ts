import type { MedusaNumber } from "./priced-record"

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
  raw_amount?: MedusaNumber
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

/** Any of Medusa's number shapes: see `toDecimal`. */
export type MedusaNumber = unknown

/** A relation of `query.graph`: null, or with null entries, where nothing was found. */
export type Rows<Row> = readonly (Row | null)[] | null

type Moment = Date | string

/** The exact `raw_amount` takes precedence. */
export type AmountRow = { amount: MedusaNumber; raw_amount?: MedusaNumber }

/** A capture or a refund. */
export type MoneyRow = AmountRow & { id: string; created_at: Moment }

export type SummaryRow = {
  transaction_total?: MedusaNumber
  raw_transaction_total?: MedusaNumber
  pending_difference?: MedusaNumber
  raw_pending_difference?: MedusaNumber
}

/** Returns the amount due, or below 0 the customer's credit; undefined if it was not read. */
export function pendingOf(summary: SummaryRow | null | undefined): MedusaNumber {
  return summary?.raw_pending_difference ?? summary?.pending_difference
}

/** A line of a cart or an order, as returned by `query.graph`. */
export type LineRecord = {
  id: string
  title?: string | null
  product_title?: string | null
  variant_id?: string | null
  requires_shipping?: boolean | null
  variant_sku?: string | null
  quantity: MedusaNumber
  raw_quantity?: MedusaNumber
  unit_price: MedusaNumber
  raw_unit_price?: MedusaNumber
  is_tax_inclusive?: boolean | null
  adjustments?: Rows<AdjustmentRecord>
  tax_lines?: Rows<TaxLineRecord>
  /** Orders only: the line's progress. */
  detail?: LineDetailRecord | null
}

/** `return_dismissed` counts damaged returns, which the customer does not have either. */
type LineDetailRecord = {
  return_received_quantity?: MedusaNumber
  raw_return_received_quantity?: MedusaNumber
  return_dismissed_quantity?: MedusaNumber
  raw_return_dismissed_quantity?: MedusaNumber
}

export type ShippingMethodRecord = AmountRow & {
  id: string
  is_tax_inclusive?: boolean | null
  adjustments?: Rows<AdjustmentRecord>
  tax_lines?: Rows<TaxLineRecord>
}

type AdjustmentRecord = AmountRow & { is_tax_inclusive?: boolean | null }

type TaxLineRecord = { rate: MedusaNumber; raw_rate?: MedusaNumber }

export type SessionSide = {
  id: string
  status: string
  provider_id?: string
  amount?: MedusaNumber
}

export type PaymentSide = AmountRow & {
  id: string
  payment_session_id: string
  captured_at?: Moment | null
  canceled_at?: Moment | null
  captures?: Rows<MoneyRow>
  refunds?: Rows<MoneyRow>
}

export type CollectionSide = {
  id: string
  raw_amount?: MedusaNumber
  status?: string
  payment_sessions?: Rows<SessionSide>
  payments?: Rows<PaymentSide>
}

export type OrderSide = NumberedOrder & {
  id: string
  /** The order's current total in dollars. */
  total: MedusaNumber
  status: string
  canceled_at?: Moment | null
  created_at: Moment
  payment_collections?: Rows<CollectionSide>
}

export type CartSide = {
  region_id?: string | null
  completed_at?: Moment | null
  payment_collection?: CollectionSide | null
}

/** An order's numbers, as returned by `query.graph`. */
export type NumberedOrder = {
  display_id?: number | null
  custom_display_id?: string | null
}

/** The fields of an order's number. */
export const ORDER_NUMBER_FIELDS = ["display_id", "custom_display_id"]

/** Returns the number that the shop shows: its own if it sets one, else Medusa's. */
export function orderNumberOf(order: NumberedOrder | null | undefined): string | null {
  const own = order?.custom_display_id?.trim()
  return own || (order?.display_id ? String(order.display_id) : null)
}

/** The rows of a relation, without nulls. */
export function compact<Row>(rows: readonly (Row | null | undefined)[] | null | undefined): Row[] {
  return (rows ?? []).filter((row): row is Row => row !== null && row !== undefined)
}

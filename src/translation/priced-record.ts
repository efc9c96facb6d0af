/** Any of Medusa's number shapes: see `toDecimal`. */
export type MedusaNumber = unknown

/** A line of a cart or an order, as `query.graph` answers it. */
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
  adjustments?: readonly (AdjustmentRecord | null)[] | null
  tax_lines?: readonly (TaxLineRecord | null)[] | null
  /** Orders only: how far the line got. */
  detail?: LineDetailRecord | null
}

/** `return_dismissed` counts what came back damaged: the customer does not have it either. */
export type LineDetailRecord = {
  return_received_quantity?: MedusaNumber
  raw_return_received_quantity?: MedusaNumber
  return_dismissed_quantity?: MedusaNumber
  raw_return_dismissed_quantity?: MedusaNumber
}

export type ShippingMethodRecord = {
  id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  is_tax_inclusive?: boolean | null
  adjustments?: readonly (AdjustmentRecord | null)[] | null
  tax_lines?: readonly (TaxLineRecord | null)[] | null
}

type AdjustmentRecord = {
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  is_tax_inclusive?: boolean | null
}

type TaxLineRecord = { rate: MedusaNumber; raw_rate?: MedusaNumber }

import { createRawPropertiesFromBigNumber, decorateCartTotals } from "@medusajs/framework/utils"
import type { PricedRecord } from "../translation/exact-parts"

type Counted = PricedRecord & {
  currency_code?: string | null
  credit_lines?: unknown
  summary?: object | null
}

/** With what a cart or an order costs now, and of an order also what is due, as Medusa's own modules count. */
export function withTotals<Row extends Counted>(read: Row): Row {
  const { items, shipping_methods, credit_lines, summary, currency_code } = read
  // A copy, which is written over by what it is computed from.
  const parts = structuredClone({ items, shipping_methods, credit_lines, summary, currency_code })
  // The cast: rows of these tables are what its own modules give to it.
  const counted = decorateCartTotals(parts as Parameters<typeof decorateCartTotals>[0])
  createRawPropertiesFromBigNumber(counted)
  return { ...read, total: counted.total, summary: parts.summary ?? null }
}

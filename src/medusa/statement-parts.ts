import { createRawPropertiesFromBigNumber, decorateCartTotals } from "@medusajs/framework/utils"
import type { PricedRecord } from "../translation/snapshot-parts"

// Parts of SQL statements that read core's rows as JSON. Their arguments are never user input.

/** A list of the select's column `one`. */
export const listOf = (select: string): string =>
  `(select coalesce(jsonb_agg(one), '[]') from (${select}) listed)`

/** The row that another row references; null when there is none. */
export const rowOf = (table: string, id: string): string =>
  `(select to_jsonb(one) from ${table} one where one.id = ${id} and one.deleted_at is null)`

/** Fields of a line or a shipping method: its promotions, optionally of one version, and its taxes. */
export const charged = (table: string, condition: string, version = "true"): string => `
  'adjustments', ${listOf(`select to_jsonb(adjustment) as one from ${table}_adjustment adjustment
    where ${condition} and ${version} and deleted_at is null`)},
  'tax_lines', ${listOf(`select to_jsonb(tax_line) as one from ${table}_tax_line tax_line
    where ${condition} and deleted_at is null`)}`

/** Excludes the data that providers store with their payments. */
const WITHOUT_DATA = "- 'data' - 'context'"

/** Fields of a payment collection: its sessions, and its payments with their captures and refunds. */
export const paymentsOf = (collectionId: string): string => `
  'payment_sessions', ${listOf(`select to_jsonb(session) ${WITHOUT_DATA} as one
    from payment_session session
    where payment_collection_id = ${collectionId} and deleted_at is null order by id`)},
  'payments', ${listOf(`select to_jsonb(payment) ${WITHOUT_DATA} || jsonb_build_object(
      'captures', ${listOf(`select to_jsonb(capture) as one from capture
        where payment_id = payment.id and deleted_at is null order by id`)},
      'refunds', ${listOf(`select to_jsonb(refund) as one from refund
        where payment_id = payment.id and deleted_at is null order by id`)}) as one
    from payment
    where payment_collection_id = ${collectionId} and deleted_at is null order by id`)}`

type Counted = PricedRecord & {
  currency_code?: string | null
  credit_lines?: unknown
  summary?: object | null
}

/** Adds the current total of a cart or an order, and an order's amount due, as Medusa's own modules compute them. */
export function withTotals<Row extends Counted>(read: Row): Row {
  const { items, shipping_methods, credit_lines, summary, currency_code } = read
  // A copy, which the computation overwrites.
  const parts = structuredClone({ items, shipping_methods, credit_lines, summary, currency_code })
  // Cast: Medusa's own modules pass rows of these tables.
  const counted = decorateCartTotals(parts as Parameters<typeof decorateCartTotals>[0])
  createRawPropertiesFromBigNumber(counted)
  return { ...read, total: counted.total, summary: parts.summary ?? null }
}

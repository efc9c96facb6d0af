import type { MedusaContainer } from "@medusajs/framework/types"
import { BigNumber, Modules } from "@medusajs/framework/utils"
import { type Decimal, toDecimal } from "../../translation/amount"
import type { FlawOf } from "../../translation/books/book-flaw"
import type { OrderBooks } from "../../translation/books/order-books"

type Totals = Record<string, unknown>

/** Every module service has them; the Order module's type leaves them out. */
type Summaries = {
  listOrderSummaries: (of: {
    order_id: string
    version: number
  }) => Promise<{ id: string; totals: Totals }[]>
  updateOrderSummaries: (changes: { id: string; totals: Totals }[]) => Promise<unknown>
}

/** Adds to an order's summary what it lacks of the transactions, as core does for each of them. */
export async function recountSummary(
  container: MedusaContainer,
  { id, version }: OrderBooks,
  { paid, refunded }: FlawOf<"summary-miscounted">
): Promise<void> {
  const orders = container.resolve<Summaries>(Modules.ORDER)
  const total = paid.minus(refunded)
  const summaries = await orders.listOrderSummaries({ order_id: id, version })
  await orders.updateOrderSummaries(
    summaries.map(({ id, totals }) => ({
      id,
      totals: {
        ...totals,
        ...add(totals, "paid_total", paid),
        ...add(totals, "refunded_total", refunded),
        ...add(totals, "transaction_total", total),
        ...add(totals, "pending_difference", total.negated()),
      },
    }))
  )
}

/** The exact text beside the number, as Medusa keeps both. */
function add(totals: Totals, key: string, dollars: Decimal): Totals {
  const sum = toDecimal(totals[`raw_${key}`] ?? totals[key] ?? 0).plus(dollars)
  const { numeric, raw } = new BigNumber(sum.toFixed())
  return { [key]: numeric, [`raw_${key}`]: raw }
}

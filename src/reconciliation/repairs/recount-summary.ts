import type { MedusaContainer } from "@medusajs/framework/types"
import { BigNumber, Modules } from "@medusajs/framework/utils"
import { type Decimal, toDecimal } from "../../translation/amount"
import type { FlawOf } from "../../translation/ledger/discrepancy"
import type { OrderLedger } from "../../translation/ledger/order-ledger"

type Totals = Record<string, unknown>

/** Every module service has them; the Order module's type leaves them out. */
type Summaries = {
  listOrderSummaries: (of: {
    order_id: string
    version: number
  }) => Promise<{ id: string; totals: Totals }[]>
  updateOrderSummaries: (changes: { id: string; totals: Totals }[]) => Promise<unknown>
}

/**
 * Writes into an order's summary what its transactions add up to. What is still to pay changes by as much
 * as the summary was wrong, read from the row itself: doing it twice does no more.
 */
export async function recountSummary(
  container: MedusaContainer,
  { id, version }: OrderLedger,
  { paid, refunded }: FlawOf<"summary-miscounted">
): Promise<void> {
  const orders = container.resolve<Summaries>(Modules.ORDER)
  const total = paid.minus(refunded)
  const summaries = await orders.listOrderSummaries({ order_id: id, version })
  await orders.updateOrderSummaries(
    summaries.map(({ id, totals }) => {
      const missing = total.minus(read(totals, "transaction_total"))
      const pending = read(totals, "pending_difference").minus(missing)
      return {
        id,
        totals: {
          ...totals,
          ...write("paid_total", paid),
          ...write("refunded_total", refunded),
          ...write("transaction_total", total),
          ...write("pending_difference", pending),
        },
      }
    })
  )
}

/** Medusa keeps the exact text beside the number. */
function read(totals: Totals, key: string): Decimal {
  return toDecimal(totals[`raw_${key}`] ?? totals[key] ?? 0)
}

function write(key: string, dollars: Decimal): Totals {
  const { numeric, raw } = new BigNumber(dollars.toFixed())
  return { [key]: numeric, [`raw_${key}`]: raw }
}

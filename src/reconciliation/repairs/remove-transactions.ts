import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { FlawOf } from "../../translation/ledger/discrepancy"
import type { OrderLedger } from "../../translation/ledger/order-ledger"

/** Every module service has it; the Order module's type leaves it out. */
type Versions = {
  updateOrderTransactions: (change: { id: string; version: number }[]) => Promise<unknown>
}

/**
 * Takes transactions out of an order. Core corrects the summary of the version that a transaction was
 * made in, and the order may have moved on since: so each is brought to the newest version first.
 */
export async function removeTransactions(
  container: MedusaContainer,
  { version }: OrderLedger,
  { transactionIds }: FlawOf<"transactions-astray">
): Promise<void> {
  await container
    .resolve<Versions>(Modules.ORDER)
    .updateOrderTransactions(transactionIds.map((id) => ({ id, version })))
  await container.resolve(Modules.ORDER).deleteOrderTransactions(transactionIds)
}

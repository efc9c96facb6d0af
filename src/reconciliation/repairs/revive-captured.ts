import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { FlawOf } from "../../translation/ledger/discrepancy"
import { askOnlyForRest } from "../open-order-collection"
import type { LedgerRead } from "../../medusa/read-ledger"

/**
 * Medusa lets nobody refund a cancelled payment. This one was captured while an edit or a return of its
 * order cancelled it, which also opened a collection over the order's whole worth: only what is due
 * beside it is to be paid there.
 */
export async function reviveCaptured(
  container: MedusaContainer,
  { ledger }: LedgerRead,
  { paymentId }: FlawOf<"captured-when-cancelled">
): Promise<void> {
  await askOnlyForRest(container, ledger.id, paymentId)
  // Core's type names the id only; its service writes whatever column it is given.
  const alive = { id: paymentId, canceled_at: null }
  await container.resolve(Modules.PAYMENT).updatePayment(alive)
}

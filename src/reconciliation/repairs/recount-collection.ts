import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { FlawOf } from "../../translation/ledger/discrepancy"

/** What the module takes beside what its type tells: the sums that it computes itself. */
type Recounts = {
  updatePaymentCollections: (
    id: string,
    sums: Record<string, unknown>
  ) => ReturnType<IPaymentModuleService["retrievePaymentCollection"]>
}

/** Writes into a payment collection what its rows add up to, as core does after each of them. */
export async function recountCollection(
  container: MedusaContainer,
  { collectionId, status, sums }: FlawOf<"collection-miscounted">
): Promise<void> {
  await container.resolve<Recounts>(Modules.PAYMENT).updatePaymentCollections(collectionId, {
    status,
    authorized_amount: sums.authorized.toFixed(),
    captured_amount: sums.captured.toFixed(),
    refunded_amount: sums.refunded.toFixed(),
    ...(status === "completed" ? { completed_at: new Date() } : {}),
  })
}

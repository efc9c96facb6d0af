import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"

/** Closes a payment collection in which nothing lives any more, as core does when it cancels an order. */
export async function closeCollection(
  container: MedusaContainer,
  collectionId: string
): Promise<void> {
  await container
    .resolve(Modules.PAYMENT)
    .updatePaymentCollections(collectionId, { status: PaymentCollectionStatus.CANCELED })
}

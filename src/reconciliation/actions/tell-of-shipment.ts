import type { MedusaContainer } from "@medusajs/framework/types"
import { describeCode, type SeenCode } from "../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"

/** Goods have left, and what is to pay for them cannot be settled. */
export async function tellOfShipment(
  container: MedusaContainer,
  applicationId: string,
  code: SeenCode
): Promise<void> {
  const says = `The service says "${describeCode(code)}"`
  await container
    .resolve(CONSUMER_FINANCING)
    .askForAttention(
      applicationId,
      "order",
      `The order has shipped, but its financing was not settled. ${says}; only what is ready to settle is settled.`
    )
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { cents } from "../../domain/money"
import { describeOrderEdit, describeRest } from "../../domain/order-edit"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { openRestOfOrder } from "../open-order-collection"
import type { Decision } from "../decide-move"
import { askToSettleAgain } from "./ask-to-settle-again"

type Flagged = Pick<
  Decision,
  "applicationId" | "orderId" | "standing" | "payment" | "order" | "code" | "open" | "booksDue"
>

/**
 * The order is not worth any more what the customer signed for, which the service cannot be told:
 * nothing is settled, and a person decides.
 */
export async function flagOrderEdit(
  container: MedusaContainer,
  { applicationId, orderId, standing, payment, order: { edit }, code, open, booksDue }: Flagged
): Promise<void> {
  if (!edit || !orderId) {
    return
  }
  // Amid a capture or a refund the order seems to owe what is just being paid or given back.
  if (standing === "captured-order" && booksDue === null && !payment?.refunds?.length) {
    await openRestOfOrder(container, orderId)
  }
  if (standing === "captured-order" && code === "S" && !open) {
    await askToSettleAgain(container, applicationId)
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { financed_cents } = await financing.retrieveFinancingApplication(applicationId)
  const reason =
    standing === "captured-order"
      ? describeRest(edit.owed)
      : describeOrderEdit({ ...edit, financed: cents(financed_cents) })
  await financing.askForAttention(applicationId, "order-edit", reason)
}

/** What was signed for has just been settled: the difference is still to be given or collected. */
export async function flagRest(
  container: MedusaContainer,
  { applicationId, orderId, order: { edit } }: Pick<Flagged, "applicationId" | "orderId" | "order">
): Promise<void> {
  if (!edit || !orderId) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { financed_cents } = await financing.retrieveFinancingApplication(applicationId)
  const rest = cents(edit.left - financed_cents)
  if (rest !== 0) {
    await financing.askForAttention(applicationId, "order-edit", describeRest(rest))
  }
  await openRestOfOrder(container, orderId)
}

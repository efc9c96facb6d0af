import type { MedusaContainer } from "@medusajs/framework/types"
import { cents } from "../../domain/money"
import { describeOrderEdit, describeRest } from "../../domain/order-edit"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../steps/decide-move"
import { askToSettleAgain } from "./ask-to-settle-again"

type Flagged = Pick<Decision, "applicationId" | "standing" | "order" | "code" | "open">

/**
 * The order is not worth any more what the customer signed for, which the service cannot be told:
 * nothing is settled, and a person decides.
 */
export async function flagOrderEdit(
  container: MedusaContainer,
  { applicationId, standing, order: { edit }, code, open }: Flagged
): Promise<void> {
  if (!edit) {
    return
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
  { applicationId, order: { edit } }: Pick<Flagged, "applicationId" | "order">
): Promise<void> {
  if (!edit) {
    return
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { financed_cents } = await financing.retrieveFinancingApplication(applicationId)
  const rest = cents(edit.left - financed_cents)
  if (rest !== 0) {
    await financing.askForAttention(applicationId, "order-edit", describeRest(rest))
  }
}

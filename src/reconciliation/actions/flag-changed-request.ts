import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cents, inWords } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { amountDue, hasOtherPayment } from "../../translation/requested-order"
import { readRequestedOrder } from "../../medusa/read-store"
import type { Decision } from "../decide-move"

/** The customer signed, and the order is not what was signed for: a person decides. */
export async function flagChangedRequest(
  container: MedusaContainer,
  { applicationId }: Pick<Decision, "applicationId">
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { requested_order_id, financed_cents } =
    await financing.retrieveFinancingApplication(applicationId)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order = await readRequestedOrder(query, requested_order_id ?? "")
  const signed = inWords(cents(financed_cents))
  const due = order ? amountDue(order) : null
  const sessionIds = await financing.listSessionIds(applicationId)
  const differs =
    due === financed_cents
      ? order && hasOtherPayment(order, sessionIds)
        ? "another payment is authorized for a part of it"
        : "the order's items or address were changed since"
      : `${due === null ? "nothing" : inWords(due)} is due on the order now`
  await financing.askForAttention(
    applicationId,
    "late-approval",
    `The customer signed for ${signed}, but ${differs}. Nothing was authorized. Make a new financing request, which ends this one; or change the order back; or end it.`
  )
}

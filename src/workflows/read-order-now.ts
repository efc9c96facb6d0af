import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Cents } from "../domain/money"
import type { Standing } from "../domain/next-move"
import { isSettleDue } from "../domain/settle-when"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { readProgressOfOrder } from "./read-store"
import type { Seen } from "./steps/read-store-side"

/**
 * What an order is worth now, what other payments pay of it, and what they leave to be paid, where what the customer signed for is
 * not all that pays for it. In cents.
 */
export type OrderEdit = { total: Cents; owed: Cents; paidOtherwise: Cents; left: Cents }

export type OrderNow = {
  /** It is authorized, worth what is financed, paid by nothing else, and shipped by the merchant's setting. */
  settleIsDue: boolean
  edit: OrderEdit | null
}

const UNCHANGED: OrderNow = { settleIsDue: false, edit: null }

/**
 * How far the order got that an application pays for, and whether it still is worth what was signed, with
 * no other payment beside it: a loan that is settled then would be paid a second time.
 * Once everything is paid out, an edit is over when nobody owes anybody anything: what is edited or
 * taken back later is Medusa's own affair.
 */
export async function readOrderNow(
  container: MedusaContainer,
  { standing, orderId }: Seen,
  application: ApplicationRecord
): Promise<OrderNow> {
  if (!orderId || !(await mayBeEdited(container, standing, application.id))) {
    return UNCHANGED
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const financing = container.resolve(CONSUMER_FINANCING)
  const sessionIds = await financing.listSessionIds(application.id)
  const progress = await readProgressOfOrder(query, { orderId, sessionIds })
  if (!progress) {
    return UNCHANGED
  }
  const { total, owed, lines, others } = progress
  // Of an order that was paid in part before, what is financed is only what was due.
  const isForWhole = application.kind !== "virtual-cart"
  const isEdited =
    standing === "captured-order"
      ? owed !== 0
      : others.left !== signedFor(application) || (isForWhole && others.paid > 0)
  return {
    settleIsDue:
      standing === "authorized-order" && !isEdited && isSettleDue(lines, financing.options.settle),
    edit: isEdited ? { total, owed, paidOtherwise: others.paid, left: others.left } : null,
  }
}

async function mayBeEdited(
  container: MedusaContainer,
  standing: Standing,
  applicationId: string
): Promise<boolean> {
  if (standing !== "captured-order") {
    return standing === "authorized-order" || standing === "order-without-live-payment"
  }
  const [known] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingAttentions({ application_id: applicationId, cause: "order-edit" }, { take: 1 })
  return known !== undefined
}

function signedFor({ financed_cents, refunded_cents }: ApplicationRecord): number {
  return financed_cents - refunded_cents
}

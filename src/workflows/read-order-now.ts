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
  /**
   * It has shipped by the merchant's setting. One that is authorized is worth what is financed, too, and
   * paid by nothing else; one that was placed under review has no payment to settle yet.
   */
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
  if (!orderId || !(await isOfInterest(container, standing, application.id))) {
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
  const hasShipped = isSettleDue(lines, financing.options.settle)
  if (standing === "unpaid-order") {
    return { settleIsDue: hasShipped, edit: null }
  }
  // Of an order that was paid in part before, what is financed is only what was due.
  const isForWhole = application.kind !== "virtual-cart"
  const isEdited =
    standing === "captured-order"
      ? owed !== 0
      : others.left !== signedFor(application) || (isForWhole && others.paid > 0)
  return {
    settleIsDue: standing === "authorized-order" && !isEdited && hasShipped,
    edit: isEdited ? { total, owed, paidOtherwise: others.paid, left: others.left } : null,
  }
}

const UNCAPTURED: readonly Standing[] = [
  "unpaid-order",
  "authorized-order",
  "order-without-live-payment",
]

/** It may ship or be edited before it is settled; later, only what is known to be edited counts. */
async function isOfInterest(
  container: MedusaContainer,
  standing: Standing,
  applicationId: string
): Promise<boolean> {
  if (standing !== "captured-order") {
    return UNCAPTURED.includes(standing)
  }
  const [known] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingAttentions({ application_id: applicationId, cause: "order-edit" }, { take: 1 })
  return known !== undefined
}

function signedFor({ financed_cents, refunded_cents }: ApplicationRecord): number {
  return financed_cents - refunded_cents
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { type Message, messageOf } from "../domain/order-message"
import { BEFORE_ORDER } from "../domain/purchase-state"
import { isTestData } from "../domain/test-data"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { ReviewCaseView } from "../modules/consumer-financing/operations/list-review-cases"
import { type PurchaseSummary, readPurchaseSummaries } from "./read-purchase-summaries"

export type Described = { message: Message; purchase: PurchaseSummary }

/** Reads each application's message and purchase. `known`: review cases already read. */
export async function readMessages(
  scope: MedusaContainer,
  applications: readonly ApplicationRecord[],
  known?: readonly ReviewCaseView[]
): Promise<(application: ApplicationRecord) => Described> {
  const financing = scope.resolve(CONSUMER_FINANCING)
  const ids = applications.map(({ id }) => id)
  const [purchaseOf, cases] = await Promise.all([
    readPurchaseSummaries(scope, applications),
    known ??
      financing
        .listReviewCases({ application_id: ids }, { take: 1_000 })
        .then(({ review_cases }) => review_cases),
  ])
  const { settle, environment } = financing.options
  return (application) => {
    const purchase = purchaseOf(application)
    const own = cases
      .filter(({ application_id }) => application_id === application.id)
      .sort((a, b) => Number(a.acknowledged !== null) - Number(b.acknowledged !== null))
    const call = own[0]?.operation ?? null
    const message = messageOf({
      state: application.state,
      code: application.code,
      purchaseState: purchaseStateOf(application),
      hasOrder: (application.order_id ?? application.requested_order_id) !== null,
      ...purchase,
      isOrderCancelled: purchase.isCancelled,
      isPaidOut: application.paid_out_at !== null,
      isEndedByShop: application.end_reason !== null || application.cancelling,
      isTestData: isTestData(application.environment, environment),
      settle,
      causes: own.map(({ cause }) => cause),
      call: call && { kind: call.kind, cents: call.amount_cents, again_at: call.again_at },
      financed: application.financed_cents,
      refunded: application.refunded_cents,
      service: application.service_cents,
    })
    return { message, purchase }
  }
}

/** Until the next check, a cart's or request's state is outdated once there is an order. */
function purchaseStateOf({ seen_purchase_state: seen, order_id }: ApplicationRecord) {
  return order_id !== null && seen !== null && BEFORE_ORDER.includes(seen) ? null : seen
}

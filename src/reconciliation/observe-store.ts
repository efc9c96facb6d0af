import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { caseOfChangedRequest } from "../domain/review-of-action"
import { isSigned, readStatusCode } from "../domain/status-codes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import { readOrderFacts } from "../medusa/read-order-facts"
import { type JustRead, readPurchase, UNREAD } from "../medusa/read-purchase"
import type { Purchase } from "../translation/purchase-state"
import type { ServiceCheck } from "./check-service"

type PurchaseRead = {
  purchase: Purchase
  /** The application after the read; null if Medusa was not read. */
  aggregate: Aggregate | null
}

/**
 * Reads the purchase and records it with the application's order. Without an answer of the service the result
 * decides nothing, so Medusa is read only for an open review case, which must show current data.
 */
export async function observeStore(
  container: MedusaContainer,
  { applicationId: id, code, isOurTurn }: ServiceCheck,
  repaired: JustRead | null = null
): Promise<PurchaseRead> {
  const { applications } = container.resolve(CONSUMER_FINANCING)
  const unread = { purchase: UNREAD, aggregate: null }
  if (!isOurTurn) {
    return unread
  }
  // The ledger's check may have opened a review case.
  const before =
    repaired && code !== null ? repaired.aggregate : await applications.readAggregate(id)
  if (code === null && before.application.review_reason === null) {
    return unread
  }
  const order = repaired?.order ?? null
  const purchase = await readPurchase(container, id, { aggregate: before, order })
  const aggregate = await applications.readAggregate(id)
  const application = await applications.recordStoreState(aggregate.application, purchase)
  return code === null ? unread : { purchase, aggregate: { ...aggregate, application } }
}

/**
 * Whether a reconciliation may find a change in Medusa since the last one: another purchase state, an edited or
 * reverted order, or another requested amount. Calls no service.
 */
export async function hasStoreChanged(
  container: MedusaContainer,
  applicationId: string
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application: before } = await financing.applications.readAggregate(applicationId)
  // A running reconciliation may record what it read before this change.
  for (let n = 0; n < 40 && (await financing.leases.isOrderBeingCreated(before)); n += 1) {
    await sleep(250)
  }
  const aggregate = await financing.applications.readAggregate(applicationId)
  const { application } = aggregate
  const read = { aggregate, order: null }
  const purchase = await readPurchase(container, applicationId, read)
  if (purchase.purchaseState !== application.seen_purchase_state) return true
  const cases = await financing.listFinancingReviewCases({ application_id: applicationId })
  if (purchase.purchaseState === "changed-request") {
    const changed = caseOfChangedRequest(application.financed_cents, purchase.request)
    return !cases.some(({ reason }) => reason === changed.reason)
  }
  // Before the signature, an edit decides nothing.
  if (!isSigned(readStatusCode(application.code))) return false
  const { order } = await readOrderFacts(container, purchase, read)
  return (order.edit !== null) !== cases.some(({ cause }) => cause === "order-edit")
}

import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { caseOfChangedRequest } from "../domain/review-hold"
import { isSigned, readStatusCode } from "../domain/status-codes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import { readOrderNow } from "../medusa/read-order-now"
import type { WholeOrder } from "../medusa/read-whole-order"
import { readSideOf, type StoreSideSeen } from "../medusa/read-store-side"
import type { Checked } from "./check-service"

export type Seen = Checked & StoreSideSeen

const UNREAD: StoreSideSeen = {
  purchaseState: "nothing",
  session: null,
  payment: null,
  cartId: null,
  orderId: null,
  takenBackId: null,
  orderAge: null,
  isBeingCompleted: false,
  request: null,
}

type Read = {
  /** The application as just read. */
  known: Aggregate
  /** Its order as just read. */
  order: WholeOrder | null
}

type StoreObserved = {
  seen: Seen
  /** The application after the read; null if Medusa was not read. */
  known: Aggregate | null
}

/**
 * Reads Medusa's side and records it with the application's order. Without an answer of the service the result
 * decides nothing, so Medusa is read only for an open review case, which must show current data.
 */
export async function observeStore(
  container: MedusaContainer,
  looked: Checked,
  read?: Read
): Promise<StoreObserved> {
  const { applicationId: id, code, isOurTurn } = looked
  const { applications } = container.resolve(CONSUMER_FINANCING)
  const unread = { seen: { ...looked, ...UNREAD }, known: null }
  if (!isOurTurn) {
    return unread
  }
  // The ledger's check may have opened a review case.
  const before = read && code !== null ? read.known : await applications.readAggregate(id)
  if (code === null && before.application.review_reason === null) {
    return unread
  }
  const side = await readSideOf(container, before, read?.order)
  const known = await applications.readAggregate(id)
  const application = await applications.recordStoreState(known.application, side)
  return code === null ? unread : { seen: { ...looked, ...side }, known: { ...known, application } }
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
  const known = await financing.applications.readAggregate(applicationId)
  const { application } = known
  const side = await readSideOf(container, known)
  if (side.purchaseState !== application.seen_purchase_state) return true
  const cases = await financing.listFinancingReviewCases({ application_id: applicationId })
  if (side.purchaseState === "changed-request") {
    const changed = caseOfChangedRequest(application.financed_cents, side.request)
    return !cases.some(({ reason }) => reason === changed.reason)
  }
  // Before the signature, an edit decides nothing.
  if (!isSigned(readStatusCode(application.code))) return false
  const { edit } = await readOrderNow(container, side, known)
  return (edit !== null) !== cases.some(({ cause }) => cause === "order-edit")
}

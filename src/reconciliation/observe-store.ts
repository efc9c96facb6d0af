import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import type { WholeOrder } from "../medusa/read-whole-order"
import { readSideOf } from "../medusa/read-store-side"
import type { StoreSideSeen } from "../medusa/store-side-seen"
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
  /** The application as it was read a moment ago. */
  known: Aggregate
  /** Its order, likewise. */
  order: WholeOrder | null
}

export type StoreObserved = {
  seen: Seen
  /** The application as it stands once Medusa's side was read; null where that was not. */
  known: Aggregate | null
}

/**
 * Reads Medusa's side, and remembers it with the order that the application pays for. Where the service
 * said nothing it decides nothing, and is read only where a person is asked to look: what they see is to be of now.
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
  // Whoever looked at the ledger may have asked a person just now.
  const before = read && code !== null ? read.known : await applications.readAggregate(id)
  if (code === null && before.application.review_reason === null) {
    return unread
  }
  const side = await readSideOf(container, before, read?.order)
  const known = await applications.readAggregate(id)
  const application = await applications.rememberStore(known.application, side)
  return code === null ? unread : { seen: { ...looked, ...side }, known: { ...known, application } }
}

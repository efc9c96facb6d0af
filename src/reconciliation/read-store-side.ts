import type { MedusaContainer } from "@medusajs/framework/types"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import type { WholeOrder } from "../medusa/read-store"
import { readStoreSide } from "../medusa/read-store-side"
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

/** A person is asked something: what they see of Medusa's side is to be of now. */
async function isAskedAbout(
  financing: ConsumerFinancingModuleService,
  id: string
): Promise<boolean> {
  return (await financing.retrieveFinancingApplication(id)).review_reason !== null
}

/**
 * Reads Medusa's side, and remembers it with the order that the application pays for. Where the service
 * said nothing it decides nothing, and is read only for whoever is asked to look.
 */
export async function observeStore(
  container: MedusaContainer,
  looked: Checked,
  order: WholeOrder | null = null
): Promise<Seen> {
  const { applicationId: id, code, isOurTurn } = looked
  const financing = container.resolve(CONSUMER_FINANCING)
  if (!isOurTurn || (code === null && !(await isAskedAbout(financing, id)))) {
    return { ...looked, ...UNREAD }
  }
  const seen = await readStoreSide(container, id, order)
  await financing.applications.rememberStore(id, seen)
  return { ...looked, ...(code === null ? UNREAD : seen) }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cents } from "../domain/money"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { type JournalLedger, readJournalLedger } from "../translation/ledger/journal-ledger"
import type { OrderLedger } from "../translation/ledger/order-ledger"
import { readOrderLedger } from "../translation/ledger/read-order-ledger"
import { findOrderOfCart, readWholeOrder, type WholeOrder } from "./read-store"

export type LedgerRead = {
  application: ApplicationRecord
  journal: JournalLedger
  ledger: OrderLedger
  /** What the ledger was read from. */
  order: WholeOrder
}

/**
 * What our journal and Medusa say about the money of an application's order, or null without one. The
 * journal is read first: whatever it knows to have happened had its row in Medusa by then.
 */
export async function readLedger(
  container: MedusaContainer,
  applicationId: string
): Promise<LedgerRead | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { application, sessionIds, operations } =
    await financing.applications.readAggregate(applicationId)
  const confirmed = operations.filter(({ outcome }) => outcome === "confirmed")
  const { order_id: known, cart_id: cartId } = application
  const id = known ?? (cartId ? await findOrderOfCart(query, cartId) : null)
  if (!id) {
    return null
  }
  const order = await readWholeOrder(query, id)
  if (!order) {
    return null
  }
  const changes = await container.resolve(Modules.ORDER).listOrderChanges({ order_id: id })
  return {
    application,
    order,
    journal: readJournalLedger(confirmed, cents(application.financed_cents)),
    ledger: readOrderLedger(order, {
      changes,
      sessionIds,
      now: financing.clock.now(),
    }),
  }
}

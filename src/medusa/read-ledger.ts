import type { MedusaContainer } from "@medusajs/framework/types"
import { cents } from "../domain/money"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import {
  type JournalLedger,
  readJournalLedger,
  type OrderLedger,
} from "../translation/ledger/order-ledger"
import { readOrderLedger } from "../translation/ledger/read-order-ledger"
import { findOrderOfCart } from "./read-store"
import { readWholeOrder, type WholeOrder } from "./read-whole-order"

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
  { application, sessionIds, operations }: Aggregate
): Promise<LedgerRead | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const confirmed = operations.filter(({ outcome }) => outcome === "confirmed")
  const { order_id: known, cart_id: cartId } = application
  const id = known ?? (cartId ? await findOrderOfCart(financing.context.knex, cartId) : null)
  if (!id) {
    return null
  }
  const order = await readWholeOrder(financing.context.knex, id)
  if (!order) {
    return null
  }
  return {
    application,
    order,
    journal: readJournalLedger(confirmed, cents(application.financed_cents)),
    ledger: readOrderLedger(order, { sessionIds, now: financing.clock.now() }),
  }
}

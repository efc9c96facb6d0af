import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { compact, type MoneyRow } from "../translation/medusa-rows"
import { amountDue } from "../translation/requested-order"
import { cents } from "../domain/money"
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

/** The longest time in seconds that core takes to apply a refund, including a ledger repair after a crash. */
const REFUND_SECONDS = 900

/**
 * Whether core is still applying a refund. Core adds its transaction, and lowers the order's total a moment later in
 * a new version; in between, the refunded amount appears to be due again. If the customer already had that much
 * credit, core does not lower the total, and nothing is due.
 */
export async function isApplyingRefund(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const { clock, context } = container.resolve(CONSUMER_FINANCING)
  const order = await readWholeOrder(context.knex, orderId)
  const age = ({ created_at }: MoneyRow) => clock.now() - new Date(created_at).getTime()
  const refunds = compact(order?.transactions).filter(({ reference }) => reference === "refund")
  const [newest] = refunds.sort((a, b) => age(a) - age(b))
  return (
    order !== null &&
    amountDue(order) > 0 &&
    newest?.version === order.version &&
    age(newest) < REFUND_SECONDS * 1000
  )
}

export type LedgerReading = {
  application: ApplicationRecord
  journal: JournalLedger
  ledger: OrderLedger
  /** The ledger's source. */
  order: WholeOrder
}

/**
 * Reads an application's order ledger from the journal and Medusa; null if it has no order. Reads the journal first,
 * so that Medusa already has a row for every operation that the journal shows as confirmed.
 */
export async function readLedger(
  container: MedusaContainer,
  { application, sessionIds, operations }: Aggregate
): Promise<LedgerReading | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { order_id: known, cart_id: cartId } = application
  const id = known ?? (cartId ? await findOrderOfCart(financing.context.knex, cartId) : null)
  const order = id ? await readWholeOrder(financing.context.knex, id) : null
  if (!order) return null
  return {
    application,
    order,
    journal: readJournalLedger(
      operations,
      cents(application.financed_cents),
      hasEnded(application.state)
    ),
    ledger: readOrderLedger(order, { sessionIds, now: financing.clock.now() }),
  }
}

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

/** Seconds within which a refund is counted, including a ledger repair after a crash. */
const COUNTED_WITHIN = 900

/**
 * Whether core is still counting a refund. Core adds its transaction, and lowers the order's total a moment later in
 * a new version; in between the order seems to cost the refund once more. If the customer had at least that credit,
 * nothing is lowered and nothing is due.
 */
export async function isRefundBeingCounted(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const { clock, context } = container.resolve(CONSUMER_FINANCING)
  const order = await readWholeOrder(context.knex, orderId)
  const age = ({ created_at }: MoneyRow) => clock.now() - new Date(created_at).getTime()
  const refunds = compact(order?.transactions).filter(({ reference }) => reference === "refund")
  const [newest] = refunds.sort((one, other) => age(one) - age(other))
  return (
    order !== null &&
    amountDue(order) > 0 &&
    newest?.version === order.version &&
    age(newest) < COUNTED_WITHIN * 1000
  )
}

export type LedgerRead = {
  application: ApplicationRecord
  journal: JournalLedger
  ledger: OrderLedger
  /** The ledger's source. */
  order: WholeOrder
}

/**
 * Reads an application's order ledger from the journal and Medusa, or null without an order. Reads the journal
 * first, so that every confirmed operation had its row in Medusa by then.
 */
export async function readLedger(
  container: MedusaContainer,
  { application, sessionIds, operations }: Aggregate
): Promise<LedgerRead | null> {
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

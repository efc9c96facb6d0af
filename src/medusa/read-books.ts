import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cents } from "../domain/money"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { type JournalBooks, readJournalBooks } from "../translation/books/journal-books"
import type { OrderBooks } from "../translation/books/order-books"
import { readOrderBooks } from "../translation/books/read-order-books"
import { findOrderOfCart, readWholeOrder, type WholeOrder } from "./read-store"

export type BooksRead = {
  application: ApplicationRecord
  journal: JournalBooks
  books: OrderBooks
  /** What the books were read from. */
  order: WholeOrder
}

/**
 * What our journal and Medusa say about the money of an application's order, or null without one. The
 * journal is read first: whatever it knows to have happened had its row in Medusa by then.
 */
export async function readBooks(
  container: MedusaContainer,
  applicationId: string
): Promise<BooksRead | null> {
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
    journal: readJournalBooks(confirmed, cents(application.financed_cents)),
    books: readOrderBooks(order, {
      changes,
      sessionIds,
      now: financing.clock.now(),
    }),
  }
}

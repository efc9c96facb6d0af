import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cents } from "../domain/money"
import { MONEY_KINDS } from "../domain/operation"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { type JournalBooks, readJournalBooks } from "../translation/books/journal-books"
import type { OrderBooks } from "../translation/books/order-books"
import {
  BOOK_FIELDS,
  type OrderRecord,
  readOrderBooks,
} from "../translation/books/read-order-books"
import { findOrderOfCart } from "./read-store"

export type BooksRead = { application: ApplicationRecord; journal: JournalBooks; books: OrderBooks }

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
  const application = await financing.retrieveFinancingApplication(applicationId)
  const sessionIds = await financing.listSessionIds(applicationId)
  const operations = await financing.listFinancingOperations({
    application_id: applicationId,
    kind: [...MONEY_KINDS],
    outcome: "confirmed",
  })
  const { order_id: known, cart_id: cartId } = application
  const id = known ?? (cartId ? await findOrderOfCart(query, cartId) : null)
  if (!id) {
    return null
  }
  const { data } = await query.graph({ entity: "order", fields: BOOK_FIELDS, filters: { id } })
  const order = data[0] as OrderRecord | undefined
  if (!order) {
    return null
  }
  const changes = await container.resolve(Modules.ORDER).listOrderChanges({ order_id: id })
  return {
    application,
    journal: readJournalBooks(operations, cents(application.financed_cents)),
    books: readOrderBooks(order, {
      changes,
      sessionIds,
      now: financing.clock.now(),
    }),
  }
}

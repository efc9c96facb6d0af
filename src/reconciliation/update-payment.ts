import type { MedusaContainer } from "@medusajs/framework/types"
import { updatePayments, updatePaymentSession } from "../medusa/update-payment"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"

/** Whatever changed the application, shopper and staff read it where they look: in Medusa's payment. */
export async function updatePayment(
  container: MedusaContainer,
  application: ApplicationRecord
): Promise<void> {
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  await updatePaymentSession(knex, application)
  if (application.order_id !== null) {
    await updatePayments(knex, application)
  }
}

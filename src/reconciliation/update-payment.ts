import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { updatePayments, updatePaymentSession } from "../medusa/update-payment"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

/** Whatever changed the application, shopper and staff read it where they look: in Medusa's payment. */
export async function updatePayment(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const application = await financing.retrieveFinancingApplication(applicationId)
  await updatePaymentSession(knex, application)
  if (application.order_id !== null) {
    await updatePayments(knex, application)
  }
}

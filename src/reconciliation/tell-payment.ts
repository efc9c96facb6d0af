import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { tellPayments, tellPaymentSession } from "../medusa/tell-payment"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

/** Whatever changed the application, shopper and staff read it where they look: in Medusa's payment. */
export async function tellPayment(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const application = await financing.retrieveFinancingApplication(applicationId)
  await tellPaymentSession(knex, application)
  if (application.order_id !== null) {
    await tellPayments(knex, application)
  }
}

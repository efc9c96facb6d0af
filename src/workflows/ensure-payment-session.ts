import type { MedusaContainer, RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { updatePaymentSession } from "../medusa/update-payment"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { isUsable } from "../modules/consumer-financing/operations/is-usable"
import { isOurProvider } from "../translation/purchase-state"

type Query = Pick<RemoteQueryFunction, "graph">

type SessionRow = { id: string; status: string }

type CartRow = {
  payment_collection?: {
    id: string
    payment_sessions?: readonly (SessionRow | null)[] | null
  } | null
}

/**
 * Sees to it that the cart's payment session rests on the application and says what is to be known
 * of it: where the customer signs, and how it stands. A cart without such a session gets one, as if
 * the shopper had chosen the payment method; an application with which nobody can go on gets none.
 */
export async function ensurePaymentSession(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const application = await financing.retrieveFinancingApplication(applicationId, {
    relations: ["sessions"],
  })
  const own = application.sessions.map(({ payment_session_id }) => payment_session_id)
  const { cart_id: cartId } = application
  const cart = cartId ? await readSessions(query, cartId) : null
  const sessions = cart?.payment_collection?.payment_sessions ?? []
  const resting = sessions.find((one) => one && own.includes(one.id) && one.status !== "canceled")
  if (resting) {
    const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    return await updatePaymentSession(knex, application)
  }
  if (cartId && application.live_key !== null && isUsable(application)) {
    await makeSession(container, cartId)
  }
}

async function readSessions(query: Query, cartId: string): Promise<CartRow | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "payment_collection.id", "payment_collection.payment_sessions.*"],
    filters: { id: cartId },
  })
  return (data[0] as CartRow | undefined) ?? null
}

/** The session adopts the application, since the cart is unchanged. */
async function makeSession(container: MedusaContainer, cartId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const providerId = await findProvider(query, cartId)
  if (!providerId) {
    return
  }
  const collectionId = (await readSessions(query, cartId))?.payment_collection?.id
  if (!collectionId) {
    await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cartId } })
  }
  const id = collectionId ?? (await readSessions(query, cartId))?.payment_collection?.id
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: id ?? "", provider_id: providerId },
  })
}

type RegionRow = {
  region?: { payment_providers?: readonly ({ id: string; is_enabled?: boolean } | null)[] | null }
}

/** The id of our payment provider in the cart's region; null where the shop does not offer it. */
export async function findProvider(query: Query, cartId: string): Promise<string | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "region.payment_providers.*"],
    filters: { id: cartId },
  })
  const providers = (data[0] as RegionRow | undefined)?.region?.payment_providers ?? []
  const ours = providers.filter((one) => one !== null && isOurProvider(one.id))
  return ours.find((one) => one?.is_enabled !== false)?.id ?? null
}

import type { MedusaContainer } from "@medusajs/framework/types"
import {
  acquireLockStepId,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"
import { findProvider } from "./read-regions"
import { readCartOfCollection, readWholeCart, type WholeCart } from "./read-whole-cart"
import { updatePaymentSession } from "./update-payment"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { isUsable } from "../modules/consumer-financing/operations/find-live"
import { toCents } from "../translation/amount"
import { compact } from "../translation/medusa-rows"
import { findSession } from "../translation/purchase-state"
import { userError } from "../translation/user-error"

const CART_LOCKED =
  "Your cart is being changed at this moment. Please wait a moment, then try again."

/**
 * Ensures that the cart's payment session depends on the application and contains its status and signing address.
 * Creates a missing session, as if the shopper had chosen the payment method, unless the customer cannot continue
 * the application.
 */
export async function ensurePaymentSession(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { knex } = financing.context
  const { application, sessionIds } = await financing.applications.readAggregate(applicationId)
  const { cart_id: cartId } = application
  const cart = cartId ? await readWholeCart(knex, cartId) : null
  if (findSession({ sessionIds }, compact([cart?.payment_collection]))) {
    return await updatePaymentSession(knex, application)
  }
  if (cart && application.live_key !== null && isUsable(application)) {
    await makeSession(container, cart)
  }
}

/** The session adopts the application, since the cart is unchanged. */
async function makeSession(container: MedusaContainer, cart: WholeCart): Promise<void> {
  const providerId = await findProvider(container, cart)
  if (!providerId) {
    return
  }
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const { payment_collection: collection } = cart
  if (collection) {
    await refreshCollection(container, collection.id)
  } else {
    await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cart.id } })
  }
  const id = collection?.id ?? (await readWholeCart(knex, cart.id))?.payment_collection?.id
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: id ?? "", provider_id: providerId },
  })
}

/**
 * Runs core's refresh of an open cart's payment collection if its amount differs from the cart's total, for example
 * after taxes computed on request: core creates sessions over the collection's amount. The refresh deletes the
 * collection's sessions and takes the cart's lock, so never run it while core creates a session. Returns whether it
 * ran.
 */
export async function refreshCollection(
  container: MedusaContainer,
  collectionId: string
): Promise<boolean> {
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const cart = await readCartOfCollection(knex, collectionId)
  const collection = cart?.payment_collection
  if (!collection || cart.completed_at || toCents(collection.raw_amount) === toCents(cart.total)) {
    return false
  }
  const { errors } = await refreshPaymentCollectionForCartWorkflow(container).run({
    input: { cart_id: cart.id },
    throwOnError: false,
  })
  const [failed] = errors
  if (failed) {
    throw failed.action === acquireLockStepId ? userError(CART_LOCKED) : failed.error
  }
  return true
}

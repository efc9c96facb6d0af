import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { Environment } from "../options/options"
import { type Landing, storefrontOf, toStorefrontAddress } from "../translation/addresses"
import type { OrderRecord } from "../translation/ledger/read-order-ledger"
import { compact } from "../translation/medusa-rows"
import { findPlacedOrder, readShopName } from "../medusa/read-store"
import { readWholeCart, type WholeCart } from "../medusa/read-whole-cart"
import { readWholeOrder, type WholeOrder } from "../medusa/read-whole-order"
import { tryToReconcile } from "./reconcile-application"
import { createOneStepWorkflow } from "./one-step-workflow"

export type ShopperReturnInput = {
  application_id: string
  /** Signed as part of the address. */
  environment: Environment
  /** The shopper finished at the service or left its page; both cause a status check. */
  way: "return" | "cancel"
}

/**
 * Counts the visit and records one that leads to a status check. After "return", waits a few seconds until a check
 * is granted, unless the order exists already. Returns whether a check is granted.
 */
async function admitVisit(
  container: MedusaContainer,
  { application_id: id, environment, way }: ShopperReturnInput
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.applications.withRestoredRecord({ id, environment }, () =>
    financing.retrieveFinancingApplication(id)
  )
  if (way === "return" && !application.shopper_returned) {
    await financing.applications.update({ id, shopper_returned: true })
  }
  let visit = await financing.takeVisit(id)
  const seconds = way === "cancel" || visit.mayCheck ? null : visit.wait
  if (seconds !== null && (await readOrderBought(container, application)) === null) {
    await sleep(seconds * 1_000)
    visit = await financing.takeVisit(id)
  }
  if (visit.mayCheck) {
    await financing.timeline.note(id, way === "return" ? "shopper-returned" : "shopper-walked-away")
    if (visit.beginsSchedule) {
      await financing.schedule.restartSchedule(id)
    }
  }
  return visit.mayCheck
}

/** Handles the shopper's return: checks the status, places the order if possible, and returns the page to show. */
export const handleShopperReturnWorkflow = createOneStepWorkflow(
  "handle-financing-shopper-return",
  async (input: ShopperReturnInput, container) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { application_id, way } = input
    const mayCheck = await admitVisit(container, input)
    if (mayCheck) {
      const cause = way === "return" ? "return" : "store"
      await tryToReconcile(container, { application_id, cause }, "as its shopper came back")
    }
    const { kind, state } = await financing.retrieveFinancingApplication(application_id)
    const shop = await readShopName(container)
    if (kind === "lost") {
      return { address: financing.options.storefrontUrl, shop, isLost: true }
    }
    const maybeEarly = mayCheck && way === "return" && state === "awaiting-customer"
    const landing = await findLanding(container, application_id, maybeEarly)
    const storefront = storefrontOf(financing.options, landing.salesChannelId)
    const address = toStorefrontAddress(landing, storefront)
    return { address, shop, isLost: false }
  }
)

/** Milliseconds to wait for an order that is being created. */
const PATIENCE = 8_000

/** Milliseconds by which the service may redirect the shopper before it reports the signature. */
const EARLY = 2_000

const PAUSE = 400

/**
 * Finds what the application's shopper bought: the order, with any payment method, else the cart. Waits for an order
 * that is being created, or, with `maybeEarly`, signed: the shopper finished, and the service still reads unsigned.
 * Returns neither after the merchant's time limit.
 */
async function findLanding(
  container: MedusaContainer,
  applicationId: string,
  maybeEarly: boolean
): Promise<Landing> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const begun = performance.now()
  for (;;) {
    const application = await financing.retrieveFinancingApplication(applicationId)
    // Checked before the read, so that an order created in between is found.
    const isBeingMade = await financing.leases.isOrderBeingCreated(application)
    const order = await readOrderBought(container, application)
    const waited = performance.now() - begun
    const mayCome = (isBeingMade && waited < PATIENCE) || (maybeEarly && waited < EARLY)
    if (order || !mayCome) {
      return await toLanding(container, application, order)
    }
    await sleep(PAUSE)
  }
}

/** The place of sale. A cart of downloads and services has only a billing address. */
type Sold = Pick<WholeCart, "shipping_address" | "billing_address"> & {
  sales_channel_id?: string | null
  locale?: string | null
}

/** Reads an order that has a storefront page; null while there is none or core may still revert it. */
async function readOrderBought(
  container: MedusaContainer,
  application: ApplicationRecord
): Promise<WholeOrder | null> {
  const { requested_order_id: requestedId, cart_id: cartId, order_id: knownId } = application
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const id = requestedId ?? (await findPlacedOrder(knex, { cartId, knownId }))
  const order = id && (await readWholeOrder(knex, id))
  return !order || order.is_draft_order ? null : order
}

async function toLanding(
  container: MedusaContainer,
  { cart_id: cartId, requested_order_id: requestedId }: ApplicationRecord,
  order: WholeOrder | null
): Promise<Landing> {
  if (order) {
    // The cart's id also gives access to its order.
    const named = isLongAgo(container, order)
      ? { orderId: null, cartId: null }
      : { orderId: order.id, cartId }
    return { ...named, ...placeOf(order) }
  }
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const cart = requestedId
    ? await readWholeOrder(knex, requestedId)
    : cartId && (await readWholeCart(knex, cartId))
  return { orderId: null, cartId, ...placeOf(cart || null) }
}

const placeOf = (bought: Sold | null) => ({
  countryCode:
    bought?.shipping_address?.country_code ?? bought?.billing_address?.country_code ?? "us",
  locale: bought?.locale ?? null,
  salesChannelId: bought?.sales_channel_id ?? null,
})

/** Returns the page of a cart's order in the storefront that sold it. */
export async function findOrderUrl(
  container: MedusaContainer,
  ordered: { orderId: string; cartId: string }
): Promise<string> {
  const { context, options } = container.resolve(CONSUMER_FINANCING)
  const place = placeOf(await readWholeCart(context.knex, ordered.cartId))
  const storefront = storefrontOf(options, place.salesChannelId)
  return toStorefrontAddress({ ...ordered, ...place }, storefront)
}

/** Whether the order and its payment are old; staff may request financing for an old order. */
function isLongAgo(
  container: MedusaContainer,
  order: Pick<WholeOrder, "created_at"> & Pick<OrderRecord, "payment_collections">
): boolean {
  const { clock, options } = container.resolve(CONSUMER_FINANCING)
  const payments = compact(order.payment_collections).flatMap((collection) =>
    compact(collection.payments)
  )
  const times = [order, ...payments].map(({ created_at }) => new Date(created_at).getTime())
  return clock.now() - Math.max(...times) > options.timeLimits.returnHours * 3_600_000
}

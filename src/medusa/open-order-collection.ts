import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { readWholeOrder } from "./read-whole-order"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { type Decimal, sumExact, toCents, toDecimal } from "../translation/amount"
import { type CollectionSide, compact, pendingOf } from "../translation/medusa-rows"

/** Statuses of collections that await a payment. */
const OPEN = ["not_paid", "awaiting"]

/** Statuses that core leaves after the only payment was cancelled, and would count as paid. */
const AUTHORIZED = ["authorized", "partially_authorized"]

type Collection = CollectionSide & { status: string }

type Owed = { orderId: string; due: Decimal; collections: Collection[] }

/**
 * Returns the id of the order's payment collection for the amount due: creates a missing one, and returns null if
 * nothing is due. Core's own workflow also cancels authorizations of other methods; this closes only collections
 * without a live payment.
 */
export async function openOrderCollection(
  container: MedusaContainer,
  orderId: string
): Promise<string | null> {
  const owed = await readOwed(container, orderId)
  return owed.due.isGreaterThan(0) ? await openOver(container, owed) : null
}

/**
 * Like `openOrderCollection`, for the amount that remains after a settled financing, unless another payment covers
 * it.
 */
export async function openRestCollection(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  await openRest(container, await readOwed(container, orderId))
}

async function openRest(container: MedusaContainer, owed: Owed): Promise<void> {
  const { due, collections } = owed
  const isPromised = collections.some(
    ({ status, payments }) =>
      AUTHORIZED.includes(status) &&
      compact(payments).some((payment) => !payment.captured_at && !payment.canceled_at)
  )
  if (toCents(due) > 0 && !isPromised) {
    await openOver(container, owed)
  }
}

/**
 * Reduces collections over more than the amount due to that amount, or closes them. `revived`: a cancelled payment
 * whose captures count.
 */
export async function reduceToRest(
  container: MedusaContainer,
  orderId: string,
  revived?: string
): Promise<void> {
  const { due, collections: all } = await readOwed(container, orderId, revived)
  const isDue = toCents(due) > 0
  const collections = all.filter(
    (collection) => !(OPEN.includes(collection.status) && isLive(collection))
  )
  // Of two collections opened at once, keeps the one with a payment in progress.
  const open = collections
    .filter(({ status }) => OPEN.includes(status))
    .sort((a, b) => sessionsOf(b).length - sessionsOf(a).length)
  const surplus = open.slice(isDue ? 1 : 0)
  for (const { id } of surplus) {
    await closeCollection(container, id)
  }
  if (isDue) {
    const left = collections.filter((collection) => !surplus.includes(collection))
    await (open.length > 0 ? openOver : openRest)(container, { orderId, due, collections: left })
  }
}

/**
 * Returns the amount due. Core writes a capture, its collection's sums, and the order's balance last; a live
 * payment's captures are not due even before core counts them.
 */
async function readOwed(
  container: MedusaContainer,
  orderId: string,
  revived?: string
): Promise<Owed> {
  const order = await readWholeOrder(container.resolve(CONSUMER_FINANCING).context.knex, orderId)
  const collections = compact<Collection>(order?.payment_collections)
  const counted = compact(order?.transactions)
    .filter(({ reference }) => reference === "capture")
    .map(({ reference_id }) => reference_id)
  const uncounted = collections
    .flatMap(({ payments }) => compact(payments))
    .filter(({ id, canceled_at }) => !canceled_at || id === revived)
    .flatMap(({ captures }) => compact(captures))
    .filter(({ id }) => !counted.includes(id))
  const pending = toDecimal(pendingOf(order?.summary))
  return { orderId, due: pending.minus(sumExact(uncounted)), collections }
}

/** Closes a payment collection without a live payment, as core does when it cancels an order. */
export async function closeCollection(container: MedusaContainer, id: string): Promise<void> {
  const status = PaymentCollectionStatus.CANCELED
  await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, { status })
}

async function openOver(
  container: MedusaContainer,
  { orderId, due, collections }: Owed
): Promise<string | null> {
  for (const dead of collections.filter(isDead)) {
    await closeCollection(container, dead.id)
  }
  const amount = due.toNumber()
  const open = collections.find(({ status }) => OPEN.includes(status))
  if (open) {
    await container.resolve(Modules.PAYMENT).updatePaymentCollections(open.id, { amount })
    return open.id
  }
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount },
  })
  return result[0]?.id ?? null
}

const sessionsOf = ({ payment_sessions }: Collection) => compact(payment_sessions)

/** Core writes a payment before it updates the collection. */
function isLive({ payments }: Collection): boolean {
  return compact(payments).some(({ canceled_at }) => !canceled_at)
}

function isDead({ status, payments }: Collection): boolean {
  const all = compact(payments)
  return (
    AUTHORIZED.includes(status) && all.length > 0 && all.every(({ canceled_at }) => canceled_at)
  )
}

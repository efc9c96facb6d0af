import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { readWholeOrder } from "../medusa/read-whole-order"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { type Decimal, sumExact, toCents, toDecimal } from "../translation/amount"
import { type CollectionSide, compact, pendingOf } from "../translation/medusa-rows"

/** Collections on which a payment is still awaited. */
const OPEN = ["not_paid", "awaiting"]

/** Core leaves a collection so whose only payment was cancelled, and would count it as paid. */
const AUTHORIZED = ["authorized", "partially_authorized"]

type Collection = CollectionSide & { status: string }

type Owed = { orderId: string; due: Decimal; collections: Collection[] }

/**
 * The id of the order's payment collection on which a payment is awaited, over what is due: made where
 * there is none; null where nothing is due. Core's own workflow for this cancels what another method has
 * authorized meanwhile; here only collections are closed in which nothing lives.
 */
export async function openOrderCollection(
  container: MedusaContainer,
  orderId: string
): Promise<string | null> {
  const owed = await readOwed(container, orderId)
  return owed.due.isGreaterThan(0) ? await openOver(container, owed) : null
}

/** The same for what is left to be paid beside a settled financing, unless that is promised already. */
export async function openRestOfOrder(container: MedusaContainer, orderId: string): Promise<void> {
  await openRest(container, await readOwed(container, orderId))
}

async function openRest(container: MedusaContainer, owed: Owed): Promise<void> {
  const { due, collections } = owed
  const isPromised = collections.some(
    ({ status, payments }) =>
      AUTHORIZED.includes(status) &&
      compact(payments).some((one) => !one.captured_at && !one.canceled_at)
  )
  if (toCents(due) > 0 && !isPromised) {
    await openOver(container, owed)
  }
}

/**
 * A collection was opened over more than is due: it is about the rest, or nobody is to pay there.
 * `revived`: a cancelled payment whose captures count all the same.
 */
export async function askOnlyForRest(
  container: MedusaContainer,
  orderId: string,
  revived?: string
): Promise<void> {
  const { due, collections: all } = await readOwed(container, orderId, revived)
  const isDue = toCents(due) > 0
  const collections = all.filter((one) => !(OPEN.includes(one.status) && isLive(one)))
  // Two may have been opened at the same moment: the one stays on which somebody is about to pay.
  const open = collections
    .filter(({ status }) => OPEN.includes(status))
    .sort((one, two) => sessionsOf(two).length - sessionsOf(one).length)
  const surplus = open.slice(isDue ? 1 : 0)
  for (const { id } of surplus) {
    await closeCollection(container, id)
  }
  if (isDue) {
    const left = collections.filter((one) => !surplus.includes(one))
    await (open.length > 0 ? openOver : openRest)(container, { orderId, due, collections: left })
  }
}

/**
 * Core writes a capture, the sums of its collection, and last what the order owes. What was captured by
 * a payment that lives is not due, also while core has not counted it.
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

/** Closes a payment collection that has no live payment, as core does when it cancels an order. */
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

/** Core wrote a payment, and not yet what its collection comes to. */
function isLive({ payments }: Collection): boolean {
  return compact(payments).some(({ canceled_at }) => !canceled_at)
}

function isDead({ status, payments }: Collection): boolean {
  const all = compact(payments)
  return (
    AUTHORIZED.includes(status) && all.length > 0 && all.every(({ canceled_at }) => canceled_at)
  )
}

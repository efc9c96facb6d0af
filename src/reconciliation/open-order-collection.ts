import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { type Decimal, toCents, toDecimal } from "../translation/amount"
import type { MedusaNumber } from "../translation/priced-record"
import { compact } from "../translation/compact"

/** Collections on which a payment is still awaited. */
const OPEN = ["not_paid", "awaiting"]

/** Core leaves a collection so whose only payment was cancelled, and would count it as paid. */
const AUTHORIZED = ["authorized", "partially_authorized"]

type CaptureRow = { id: string; amount: MedusaNumber; raw_amount?: MedusaNumber }

type PaymentRow = {
  id: string
  captured_at?: Date | string | null
  canceled_at?: Date | string | null
  captures?: (CaptureRow | null)[] | null
}

type CollectionRow = {
  id: string
  status: string
  payment_sessions?: ({ id: string } | null)[] | null
  payments?: (PaymentRow | null)[] | null
}

type Owing = {
  summary?: { pending_difference?: MedusaNumber; raw_pending_difference?: MedusaNumber } | null
  payment_collections?: (CollectionRow | null)[] | null
}

/**
 * The id of the order's payment collection on which a payment is awaited, over what is due: made where
 * there is none; null where nothing is due. Core's own workflow for this cancels what another method has
 * authorized meanwhile; here only collections are closed in which nothing lives.
 */
export async function openOrderCollection(
  container: MedusaContainer,
  orderId: string
): Promise<string | null> {
  const { due, collections } = await readOwing(container, orderId)
  return due.isGreaterThan(0) ? await openOver(container, { orderId, due, collections }) : null
}

/** The same for what is left to be paid beside a settled financing, unless that is promised already. */
export async function openRestOfOrder(container: MedusaContainer, orderId: string): Promise<void> {
  await openRest(container, { orderId, ...(await readOwing(container, orderId)) })
}

async function openRest(
  container: MedusaContainer,
  owing: Owed & { orderId: string }
): Promise<void> {
  const { due, collections } = owing
  const isPromised = collections.some(
    ({ status, payments }) =>
      AUTHORIZED.includes(status) &&
      (payments ?? []).some((one) => one && !one.captured_at && !one.canceled_at)
  )
  if (toCents(due) > 0 && !isPromised) {
    await openOver(container, owing)
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
  const { due, collections: all } = await readOwing(container, orderId, revived)
  const isDue = toCents(due) > 0
  const collections = all.filter((one) => !(OPEN.includes(one.status) && isLive(one)))
  // Two may have been opened at the same moment: the one stays on which somebody is about to pay.
  const open = collections
    .filter(({ status }) => OPEN.includes(status))
    .sort((one, two) => countSessions(two) - countSessions(one))
  const surplus = open.slice(isDue ? 1 : 0)
  for (const { id } of surplus) {
    await closeCollection(container, id)
  }
  if (isDue) {
    const left = collections.filter((one) => !surplus.includes(one))
    await (open.length > 0 ? openOver : openRest)(container, { orderId, due, collections: left })
  }
}

type Owed = { due: Decimal; collections: CollectionRow[] }

/**
 * Core writes a capture, the sums of its collection, and last what the order owes. What was captured by
 * a payment that lives is not due, also while core has not counted it.
 */
async function readOwing(
  container: MedusaContainer,
  orderId: string,
  revived?: string
): Promise<Owed> {
  const counted = await listCounted(container, orderId)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    // Without the total Medusa does not count again what is due.
    fields: [
      "total",
      "summary.*",
      "payment_collections.id",
      "payment_collections.status",
      "payment_collections.payment_sessions.id",
      "payment_collections.payments.id",
      "payment_collections.payments.captured_at",
      "payment_collections.payments.canceled_at",
      "payment_collections.payments.captures.*",
    ],
    filters: { id: orderId },
  })
  const [order] = data as Owing[]
  const pending = toDecimal(
    order?.summary?.raw_pending_difference ?? order?.summary?.pending_difference
  )
  const collections = (order?.payment_collections ?? []).filter((one) => one !== null)
  if ((await listCounted(container, orderId)).length !== counted.length) {
    // One was counted meanwhile: nobody knows whether what is pending has it already.
    return await readOwing(container, orderId, revived)
  }
  const due = capturesOf(collections, revived)
    .filter(({ id }) => !counted.includes(id))
    .reduce((left, one) => left.minus(toDecimal(one.raw_amount ?? one.amount)), pending)
  return { due, collections }
}

/** The ids of the captures that the order's transactions count. */
async function listCounted(container: MedusaContainer, orderId: string): Promise<string[]> {
  const transactions = await container
    .resolve(Modules.ORDER)
    .listOrderTransactions({ order_id: orderId, reference: "capture" }, { take: null })
  return transactions.map(({ reference_id }) => reference_id)
}

function capturesOf(collections: readonly CollectionRow[], revived?: string): CaptureRow[] {
  return collections
    .flatMap(({ payments }) => compact(payments))
    .filter(({ id, canceled_at }) => !canceled_at || id === revived)
    .flatMap(({ captures }) => compact(captures))
}

/** Closes a payment collection that has no live payment, as core does when it cancels an order. */
export async function closeCollection(container: MedusaContainer, id: string): Promise<void> {
  const status = PaymentCollectionStatus.CANCELED
  await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, { status })
}

async function openOver(
  container: MedusaContainer,
  { orderId, due, collections }: Owed & { orderId: string }
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

function countSessions({ payment_sessions }: CollectionRow): number {
  return compact(payment_sessions).length
}

/** Core wrote a payment, and not yet what its collection comes to. */
function isLive({ payments }: CollectionRow): boolean {
  return compact(payments).some(({ canceled_at }) => !canceled_at)
}

function isDead({ status, payments }: CollectionRow): boolean {
  const all = compact(payments)
  return (
    AUTHORIZED.includes(status) && all.length > 0 && all.every(({ canceled_at }) => canceled_at)
  )
}

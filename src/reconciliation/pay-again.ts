import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toDecimal } from "../translation/amount"
import type { MedusaNumber } from "../translation/priced-record"
import { sentence } from "../translation/sentence"
import type { PaymentSide } from "../translation/store-side"
import { fitCollection } from "./fit-collection"
import { openOrderCollection } from "./open-order-collection"
import { readStoreSide } from "../medusa/read-store-side"

type Paid = { applicationId: string; orderId: string }

/**
 * Gives an order a new payment in the place of one that Medusa cancelled, over the same amount and on
 * the same application: what the customer signed is alive at the service. Our provider asks the
 * service, and authorizes only what agrees to the cent. Throws what Medusa or our provider refuses.
 */
export async function payAgain(container: MedusaContainer, paid: Paid): Promise<PaymentSide> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const allowed = await financing.leases.allowPayingAgain(paid.applicationId)
  try {
    await authorizeAgain(container, paid)
  } finally {
    await allowed.release()
  }
  const { payment } = await readStoreSide(container, paid.applicationId)
  if (!payment) {
    throw sentence("Medusa made no payment for what the customer signed. Nothing was settled.")
  }
  await fitCollection(container, payment.id)
  return payment
}

async function authorizeAgain(container: MedusaContainer, paid: Paid): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const { cancelled, collectionId } = await readOrderPayments(container, paid)
  const session = await payments.createPaymentSession(collectionId, {
    provider_id: cancelled.provider_id,
    currency_code: cancelled.currency_code,
    amount: toDecimal(cancelled.raw_amount ?? cancelled.amount).toFixed(),
    data: {},
  })
  try {
    if (!(await payments.authorizePaymentSession(session.id, {}))) {
      throw sentence("Medusa made no payment for what the customer signed. Nothing was settled.")
    }
  } catch (error) {
    await payments.deletePaymentSession(session.id)
    throw error
  }
}

type PaymentRow = {
  payment_session_id: string
  provider_id: string
  currency_code: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  created_at: Date | string
}

type CollectionRow = { payments?: (PaymentRow | null)[] | null }

const NOT_AWAITED = "Medusa awaits no payment for this order any more. Nothing was settled."

async function readOrderPayments(
  container: MedusaContainer,
  { applicationId, orderId }: Paid
): Promise<{ cancelled: PaymentRow; collectionId: string }> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["payment_collections.payments.*"],
    filters: { id: orderId },
  })
  const order = data[0] as { payment_collections?: (CollectionRow | null)[] | null } | undefined
  const ours = await container
    .resolve(CONSUMER_FINANCING)
    .applications.listSessionIds(applicationId)
  const cancelled = (order?.payment_collections ?? [])
    .flatMap((one) => (one?.payments ?? []).filter((payment) => payment !== null))
    .filter(({ payment_session_id }) => ours.includes(payment_session_id))
    .sort((one, other) => String(one.created_at).localeCompare(String(other.created_at)))
    .at(-1)
  const collectionId = cancelled && (await openOrderCollection(container, orderId))
  if (!cancelled || !collectionId) {
    throw sentence(NOT_AWAITED)
  }
  return { cancelled, collectionId }
}

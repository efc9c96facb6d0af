import type { HttpTypes } from "@medusajs/framework/types"
import { harness } from "./harness"
import { paymentsOf } from "./purchase-steps"

const { store } = harness()

type Collection = {
  status: string
  captured_amount: number | null
  refunded_amount: number | null
}

type OrderRows = {
  transactions: { amount: number; reference: string | null; reference_id: string | null }[]
  summary: { transaction_total: number }
  payment_collections: Collection[]
}

/**
 * In dollars, without the noise of adding floats up. Taxes have five decimals and more: rounded to
 * fewer, half of the last one would fall either way.
 */
const sum = (amounts: (number | null)[]): number =>
  Number(amounts.reduce<number>((total, one) => total + Number(one ?? 0), 0).toFixed(8)) + 0

/**
 * What Medusa derives from an order's captures and refunds agrees with them, fractions of a cent
 * included: the sums of its collections, its transactions, its summary and the payment status that the
 * admin shows.
 */
export async function expectLedgerAddsUp(order: HttpTypes.AdminOrder): Promise<void> {
  const payments = paymentsOf(order)
  const captured = sum(payments.flatMap((one) => (one.captures ?? []).map(({ amount }) => amount)))
  const refunded = sum(payments.flatMap((one) => (one.refunds ?? []).map(({ amount }) => amount)))
  const [ledger] = await store.graph<OrderRows>({
    entity: "order",
    fields: ["id", "transactions.*", "summary.*", "payment_collections.*"],
    filters: { id: order.id },
  })
  const collections = ledger?.payment_collections ?? []
  const transactions = ledger?.transactions ?? []
  const left = sum([captured, -refunded])
  const counted = sum(transactions.map(({ amount }) => amount))
  const agrees = isWholeCounted(transactions) && Math.abs(counted - left) < 0.01
  // Not compared: they show the source of a difference.
  const statuses = collections.map(({ status }) => status)
  expect({
    statuses,
    transactions: counted,
    summary: sum([ledger?.summary.transaction_total ?? null]),
    collected: sum(collections.map((one) => one.captured_amount)),
    givenBack: sum(collections.map((one) => one.refunded_amount)),
    status: order.payment_status,
  }).toEqual({
    statuses,
    transactions: agrees ? counted : left,
    summary: agrees ? counted : left,
    collected: captured,
    givenBack: refunded,
    status: statusOf(order, { captured, refunded }),
  })
}

/**
 * A cancelled order's payment is counted as refunded by one transaction over all of it, fractions of a
 * cent included, whatever cents it was given back in afterwards.
 */
const isWholeCounted = (transactions: OrderRows["transactions"]): boolean =>
  transactions.some(
    ({ reference, reference_id }) => reference === "refund" && reference_id?.startsWith("pay_")
  )

type Sums = { captured: number; refunded: number }

/** What the admin has to show, or what it shows, where several words are right. */
function statusOf(order: HttpTypes.AdminOrder, { captured, refunded }: Sums): string {
  // The rest of an order that was raised is collected apart: core's word is about one of both.
  const open = (order.payment_collections ?? []).filter(({ status }) => status !== "canceled")
  if (open.length > 1) return order.payment_status
  const cents = (dollars: number): number => Math.round(dollars * 100)
  if (refunded > 0) {
    // Core counts a collection over nothing as captured, and therefore never as given back.
    const isOverNothing = order.payment_collections?.some(({ amount }) => amount === 0)
    // Fractions of a cent do not count.
    const isAllBack = cents(refunded) >= cents(captured) && !isOverNothing
    return isAllBack ? "refunded" : "partially_refunded"
  }
  if (captured > 0) {
    // One that was raised after its customer had signed is not paid out.
    return cents(captured) < cents(order.total) ? "partially_captured" : "captured"
  }
  const isAlive = paymentsOf(order).some(({ canceled_at }) => !canceled_at)
  // Core calls an order cancelled by its collections: one that has none stays unpaid.
  if (order.status === "canceled")
    return order.payment_collections?.length ? "canceled" : "not_paid"
  return isAlive ? "authorized" : order.payment_status
}

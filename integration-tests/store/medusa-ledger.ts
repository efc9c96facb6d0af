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
 * Sums dollars, rounded to eight decimals to remove float noise. Taxes have five or more decimals; rounding to
 * fewer could go either way.
 */
const sum = (amounts: (number | null)[]): number =>
  Number(amounts.reduce<number>((total, one) => total + Number(one ?? 0), 0).toFixed(8)) + 0

/**
 * Expects that an order's collections, transactions, summary and payment status agree with its captures and
 * refunds, fractions of a cent included.
 */
export async function expectLedgerAddsUp(order: HttpTypes.AdminOrder): Promise<void> {
  const payments = paymentsOf(order)
  const captured = sum(payments.flatMap((one) => (one.captures ?? []).map(({ amount }) => amount)))
  const refunded = sum(payments.flatMap((one) => (one.refunds ?? []).map(({ amount }) => amount)))
  const [ledger] = await store.queryGraph<OrderRows>({
    entity: "order",
    fields: ["id", "transactions.*", "summary.*", "payment_collections.*"],
    filters: { id: order.id },
  })
  const collections = ledger?.payment_collections ?? []
  const transactions = ledger?.transactions ?? []
  const left = sum([captured, -refunded])
  const counted = sum(transactions.map(({ amount }) => amount))
  const agrees = isWholeCounted(transactions) && Math.abs(counted - left) < 0.01
  // Not compared, only shown in a failure.
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
 * Whether a cancelled order has core's one refund transaction over the whole payment. It includes fractions of
 * a cent, unlike the refunds themselves.
 */
const isWholeCounted = (transactions: OrderRows["transactions"]): boolean =>
  transactions.some(
    ({ reference, reference_id }) => reference === "refund" && reference_id?.startsWith("pay_")
  )

type Sums = { captured: number; refunded: number }

/** Returns the payment status that the admin must show, or the current one if several are correct. */
function statusOf(order: HttpTypes.AdminOrder, { captured, refunded }: Sums): string {
  // A raised order's balance has its own collection, and core's status describes only one of them.
  const open = (order.payment_collections ?? []).filter(({ status }) => status !== "canceled")
  if (open.length > 1) return order.payment_status
  const cents = (dollars: number): number => Math.round(dollars * 100)
  if (refunded > 0) {
    // Core counts a collection of zero as captured, and therefore never as refunded.
    const isOverNothing = order.payment_collections?.some(({ amount }) => amount === 0)
    // Ignores fractions of a cent.
    const isAllBack = cents(refunded) >= cents(captured) && !isOverNothing
    return isAllBack ? "refunded" : "partially_refunded"
  }
  if (captured > 0) {
    // An order raised after the customer signed is captured only in part.
    return cents(captured) < cents(order.total) ? "partially_captured" : "captured"
  }
  const isAlive = paymentsOf(order).some(({ canceled_at }) => !canceled_at)
  // Core derives `canceled` from the collections: an order without one stays unpaid.
  if (order.status === "canceled")
    return order.payment_collections?.length ? "canceled" : "not_paid"
  return isAlive ? "authorized" : order.payment_status
}

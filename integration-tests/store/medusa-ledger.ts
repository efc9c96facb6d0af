import type { HttpTypes } from "@medusajs/framework/types"
import { createHarness } from "./harness"
import { listPayments } from "./purchase-steps"

const { store } = createHarness()

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
const sumDollars = (amounts: (number | null)[]): number =>
  Number(amounts.reduce<number>((total, amount) => total + Number(amount ?? 0), 0).toFixed(8)) + 0

/**
 * Expects that an order's collections, transactions, summary and payment status agree with its captures and
 * refunds, fractions of a cent included.
 */
export async function expectConsistentLedger(order: HttpTypes.AdminOrder): Promise<void> {
  const payments = listPayments(order)
  const captured = sumDollars(
    payments.flatMap((payment) => (payment.captures ?? []).map(({ amount }) => amount))
  )
  const refunded = sumDollars(
    payments.flatMap((payment) => (payment.refunds ?? []).map(({ amount }) => amount))
  )
  const [ledger] = await store.queryGraph<OrderRows>({
    entity: "order",
    fields: ["id", "transactions.*", "summary.*", "payment_collections.*"],
    filters: { id: order.id },
  })
  const collections = ledger?.payment_collections ?? []
  const transactions = ledger?.transactions ?? []
  const netAmount = sumDollars([captured, -refunded])
  const transactionTotal = sumDollars(transactions.map(({ amount }) => amount))
  const isWithinOneCent =
    hasCancellationRefund(transactions) && Math.abs(transactionTotal - netAmount) < 0.01
  // Not compared, only shown in a failure.
  const statuses = collections.map(({ status }) => status)
  expect({
    statuses,
    transactions: transactionTotal,
    summary: sumDollars([ledger?.summary.transaction_total ?? null]),
    collected: sumDollars(collections.map((collection) => collection.captured_amount)),
    givenBack: sumDollars(collections.map((collection) => collection.refunded_amount)),
    status: order.payment_status,
  }).toEqual({
    statuses,
    transactions: isWithinOneCent ? transactionTotal : netAmount,
    summary: isWithinOneCent ? transactionTotal : netAmount,
    collected: captured,
    givenBack: refunded,
    status: getExpectedStatus(order, { captured, refunded }),
  })
}

/**
 * Whether a cancelled order has core's one refund transaction over the whole payment. It includes fractions of
 * a cent, unlike the refunds themselves.
 */
const hasCancellationRefund = (transactions: OrderRows["transactions"]): boolean =>
  transactions.some(
    ({ reference, reference_id }) => reference === "refund" && reference_id?.startsWith("pay_")
  )

type Sums = { captured: number; refunded: number }

/** Returns the payment status that the admin must show, or the current one if several are correct. */
function getExpectedStatus(order: HttpTypes.AdminOrder, { captured, refunded }: Sums): string {
  // A raised order's balance has its own collection, and core's status describes only one of them.
  const open = (order.payment_collections ?? []).filter(({ status }) => status !== "canceled")
  if (open.length > 1) return order.payment_status
  const cents = (dollars: number): number => Math.round(dollars * 100)
  if (refunded > 0) {
    // Core counts a collection of zero as captured, and therefore never as refunded.
    const hasZeroCollection = order.payment_collections?.some(({ amount }) => amount === 0)
    // Ignores fractions of a cent.
    const isFullyRefunded = cents(refunded) >= cents(captured) && !hasZeroCollection
    return isFullyRefunded ? "refunded" : "partially_refunded"
  }
  if (captured > 0) {
    // An order raised after the customer signed is captured only in part.
    return cents(captured) < cents(order.total) ? "partially_captured" : "captured"
  }
  const hasLivePayment = listPayments(order).some(({ canceled_at }) => !canceled_at)
  // Core derives `canceled` from the collections: an order without one stays unpaid.
  if (order.status === "canceled")
    return order.payment_collections?.length ? "canceled" : "not_paid"
  return hasLivePayment ? "authorized" : order.payment_status
}

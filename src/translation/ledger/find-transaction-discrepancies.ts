import { isSameAmount, toDecimal } from "../amount"
import type { Discrepancy } from "./discrepancy"
import {
  ageOfYoungest,
  type Entry,
  findMainPayment,
  type JournalLedger,
  type OrderLedger,
  type Paid,
  type PaymentLedger,
  total,
  type TransactionEntry,
} from "./order-ledger"
import { matchRefunds, findWhole, withoutTransaction } from "./find-refund-discrepancies"

/** In dollars. */
const CENT = 0.01

const CORE_IDS: Record<string, RegExp> = { capture: /^capt_/, refund: /^ref_/ }

/**
 * Finds order transactions without a matching row. Core adds one for every row that it reads, including one that it
 * reverts, and uses the newest refund's amount for all.
 */
export function findTransactionDiscrepancies(ledger: OrderLedger): Discrepancy[] {
  const rows = ledger.payments.flatMap((payment) => [
    ...payment.captures.map((row) => ({ ...row, reference: "capture", sign: 1, payment })),
    ...payment.refunds.map((row) => ({ ...row, reference: "refund", sign: -1, payment })),
  ])
  const isAllOurs = ledger.payments.every(({ isOurs }) => isOurs)
  const seen = new Set<string>()
  const isAstray = (one: TransactionEntry): boolean => {
    const pattern = CORE_IDS[one.reference ?? ""]
    if (!pattern?.test(one.referenceId ?? "")) {
      return isRefundOfNothing(ledger, one)
    }
    const row = rows.find(
      ({ id, reference }) => id === one.referenceId && reference === one.reference
    )
    const isTwice = seen.has(one.referenceId ?? "")
    seen.add(one.referenceId ?? "")
    if (!row) {
      return isAllOurs
    }
    const differs = !isSameAmount(one.exact, row.exact.times(row.sign))
    return row.payment.isOurs && (isTwice || differs)
  }
  return ledger.transactions.filter(isAstray).map(({ id, age }) => ({
    kind: "transactions-astray",
    transactionIds: [id],
    age,
  }))
}

/**
 * Finds the single transaction of a cancelled order's whole payment if its amount differs from the refunds without
 * transactions of their own. It is deleted, so that each refund gets its own.
 */
export function findWrongWhole(ledger: OrderLedger, journal: JournalLedger): Discrepancy[] {
  const payment = findMainPayment(ledger)
  const whole = payment ? findWhole(ledger, payment) : []
  if (!payment || whole.length === 0) {
    return []
  }
  const { real, unreal, missing } = matchRefunds(payment, journal)
  const isGivenBack = total(real).isGreaterThan(total(payment.captures).minus(CENT))
  if (unreal.length > 0 || missing.length > 0 || !isGivenBack) {
    return []
  }
  const without = withoutTransaction(ledger, real)
  const left = total(findUncounted(ledger, payment, real))
  const differs = total(without).minus(left).plus(total(whole)).abs().isGreaterThanOrEqualTo(CENT)
  return differs
    ? [
        {
          kind: "transactions-astray",
          transactionIds: whole.map(({ id }) => id),
          age: ageOfYoungest([...whole, ...real]),
        },
      ]
    : []
}

/** Whether core refunded a cancelled order's payment that was never captured. */
function isRefundOfNothing({ payments }: OrderLedger, one: TransactionEntry): boolean {
  const payment = payments.find(({ id }) => id === one.referenceId)
  return (
    one.reference === "refund" &&
    payment?.isOurs === true &&
    payment.captures.length === 0 &&
    payment.refunds.length === 0
  )
}

/** Finds confirmed refunds that the order's transactions do not count. */
export function findUnfinishedRefunds(ledger: OrderLedger, journal: JournalLedger): Discrepancy[] {
  const payment = findMainPayment(ledger)
  if (!payment) {
    return []
  }
  const { real } = matchRefunds(payment, journal)
  return findUncounted(ledger, payment, real).map((row) => ({
    kind: "refund-unfinished",
    paymentId: payment.id,
    refundId: row.id,
    amount: row.exact,
    age: row.age,
  }))
}

/**
 * Finds rows without a transaction, except those that the whole payment's transaction covers. Compares to the cent,
 * because people refund cents while core counts fractions.
 */
function findUncounted(ledger: OrderLedger, payment: PaymentLedger, real: Entry[]): Entry[] {
  const whole = findWhole(ledger, payment)
  let counted = total(whole).negated()
  // The newest refunds are those of the cancellation.
  return [...withoutTransaction(ledger, real)].reverse().filter((row) => {
    const isCounted = whole.length > 0 && row.exact.minus(counted).isLessThan(CENT)
    counted = isCounted ? counted.minus(row.exact) : counted
    return !isCounted
  })
}

/**
 * Finds a wrong summary. Core reads it, adds a transaction and writes it back, so one of two concurrent writers is
 * lost. The amount due is read from the summary.
 */
export function findSummaryDiscrepancies({ summary, transactions }: OrderLedger): Discrepancy[] {
  if (summary === null) {
    return []
  }
  const none = toDecimal(0)
  const counted = transactions.reduce<Paid>(
    ({ paid, refunded }, { exact }) =>
      exact.isNegative()
        ? { paid, refunded: refunded.minus(exact) }
        : { paid: paid.plus(exact), refunded },
    { paid: none, refunded: none }
  )
  const age = ageOfYoungest(transactions)
  return isSameAmount(counted.paid, summary.paid) &&
    isSameAmount(counted.refunded, summary.refunded)
    ? []
    : [{ kind: "summary-miscounted", ...counted, age }]
}

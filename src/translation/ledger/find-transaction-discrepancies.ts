import { isSameAmount, toDecimal } from "../amount"
import type { Discrepancy } from "./discrepancy"
import {
  ageOfYoungest,
  type Entry,
  findMainPayment,
  type JournalLedger,
  type OrderLedger,
  type Paid,
  type PaymentBooks,
  total,
  type TransactionEntry,
} from "./order-ledger"
import { matchRefunds, wholeOf, withoutTransaction } from "./find-refund-discrepancies"

/** In dollars. */
const CENT = 0.01

const CORE_IDS: Record<string, RegExp> = { capture: /^capt_/, refund: /^ref_/ }

/**
 * Transactions of the order that no row stands behind. Core adds one for every row that it sees, also
 * for one that it takes back a moment later, and with the newest refund's amount for all of them.
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
 * Everything was given back, and the one transaction that core wrote for the whole payment when the order
 * was cancelled counts another sum than the refunds that no transaction of their own counts: it goes, so
 * that each of them gets its own.
 */
export function findWholeAstray(ledger: OrderLedger, journal: JournalLedger): Discrepancy[] {
  const payment = findMainPayment(ledger)
  const whole = payment ? wholeOf(ledger, payment) : []
  if (!payment || whole.length === 0) {
    return []
  }
  const { real, unreal, missing } = matchRefunds(payment, journal)
  const isGivenBack = total(real).isGreaterThan(total(payment.captures).minus(CENT))
  if (unreal.length > 0 || missing.length > 0 || !isGivenBack) {
    return []
  }
  const without = withoutTransaction(ledger, real)
  const left = total(uncounted(ledger, payment, real))
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

/** Core refunded a cancelled order's payment that in truth had never been captured. */
function isRefundOfNothing({ payments }: OrderLedger, one: TransactionEntry): boolean {
  const payment = payments.find(({ id }) => id === one.referenceId)
  return (
    one.reference === "refund" &&
    payment?.isOurs === true &&
    payment.captures.length === 0 &&
    payment.refunds.length === 0
  )
}

/** Refunds that happened and that the order's transactions do not count. */
export function findUnfinishedRefunds(ledger: OrderLedger, journal: JournalLedger): Discrepancy[] {
  const payment = findMainPayment(ledger)
  if (!payment) {
    return []
  }
  const { real } = matchRefunds(payment, journal)
  return uncounted(ledger, payment, real).map((row) => ({
    kind: "refund-unfinished",
    paymentId: payment.id,
    refundId: row.id,
    amount: row.exact,
    age: row.age,
  }))
}

/**
 * Rows without a transaction of their own, those left out that the whole payment's one counts: to the
 * cent, since people refund cents of what core counts with its fractions.
 */
function uncounted(ledger: OrderLedger, payment: PaymentBooks, real: Entry[]): Entry[] {
  const whole = wholeOf(ledger, payment)
  let counted = total(whole).negated()
  // The newest are those that a cancelled order was refunded with.
  return [...withoutTransaction(ledger, real)].reverse().filter((row) => {
    const isCounted = whole.length > 0 && row.exact.minus(counted).isLessThan(CENT)
    counted = isCounted ? counted.minus(row.exact) : counted
    return !isCounted
  })
}

/**
 * Core reads an order's summary, adds a transaction to it and writes it back: of two that do so at once,
 * one is lost. What is still to pay, for the customer and for whoever looks, is read from the summary.
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

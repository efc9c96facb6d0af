import { isSameAmount, toDecimal } from "../amount"
import type { BookFlaw } from "./book-flaw"
import { findMainPayment } from "./main-payment"
import { matchRefunds } from "./find-refund-flaws"
import type { JournalBooks } from "./journal-books"
import type { Entry, OrderBooks, PaymentBooks, TransactionEntry } from "./order-books"

const CORE_IDS: Record<string, RegExp> = { capture: /^capt_/, refund: /^ref_/ }

/**
 * Transactions of the order that no row stands behind. Core adds one for every row that it sees, also
 * for one that it takes back a moment later, and with the newest refund's amount for all of them.
 */
export function findTransactionFlaws(books: OrderBooks): BookFlaw[] {
  const rows = books.payments.flatMap((payment) => [
    ...payment.captures.map((row) => ({ ...row, reference: "capture", sign: 1, payment })),
    ...payment.refunds.map((row) => ({ ...row, reference: "refund", sign: -1, payment })),
  ])
  const isAllOurs = books.payments.every(({ isOurs }) => isOurs)
  const seen = new Set<string>()
  const isAstray = (one: TransactionEntry): boolean => {
    const pattern = CORE_IDS[one.reference ?? ""]
    if (!pattern?.test(one.referenceId ?? "")) {
      return isRefundOfNothing(books, one)
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
  return books.transactions.filter(isAstray).map(({ id, age }) => ({
    kind: "transactions-astray",
    transactionIds: [id],
    age,
  }))
}

/** Core refunded a cancelled order's payment that in truth had never been captured. */
function isRefundOfNothing({ payments }: OrderBooks, one: TransactionEntry): boolean {
  const payment = payments.find(({ id }) => id === one.referenceId)
  return (
    one.reference === "refund" &&
    payment?.isOurs === true &&
    payment.captures.length === 0 &&
    payment.refunds.length === 0
  )
}

/** Refunds that happened and that the order's transactions do not count. */
export function findUnfinishedRefunds(books: OrderBooks, journal: JournalBooks): BookFlaw[] {
  const payment = findMainPayment(books)
  if (!payment) {
    return []
  }
  const { real } = matchRefunds(payment, journal)
  return uncounted(books, payment, real).map((row) => ({
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
function uncounted({ transactions }: OrderBooks, payment: PaymentBooks, real: Entry[]): Entry[] {
  const refunds = transactions.filter(({ reference }) => reference === "refund")
  const without = real.filter((row) => !refunds.some((one) => one.referenceId === row.id))
  const whole = refunds.filter(({ referenceId }) => referenceId === payment.id)
  let counted = whole.reduce((all, { exact }) => all.minus(exact), toDecimal(0))
  // The newest are those that a cancelled order was refunded with.
  return [...without].reverse().filter((row) => {
    const isCounted = whole.length > 0 && row.exact.minus(counted).isLessThan(0.01)
    counted = isCounted ? counted.minus(row.exact) : counted
    return !isCounted
  })
}

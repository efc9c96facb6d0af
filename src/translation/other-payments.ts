import type { Cents } from "../domain/money"
import { type Decimal, toCents, toDecimal } from "./amount"
import type { MedusaNumber } from "./priced-record"
import { compact } from "./compact"

type AmountSide = { amount: MedusaNumber; raw_amount?: MedusaNumber }

type PaymentSide = AmountSide & {
  payment_session_id: string
  captured_at?: Date | string | null
  canceled_at?: Date | string | null
  captures?: readonly (AmountSide | null)[] | null
  refunds?: readonly (AmountSide | null)[] | null
}

type CollectionSide = {
  payment_sessions?: readonly ({ id: string } | null)[] | null
  payments?: readonly (PaymentSide | null)[] | null
}

export type PaidSide = {
  total: MedusaNumber
  payment_collections?: readonly (CollectionSide | null)[] | null
}

/** In cents, each rounded once: fractions of a cent are nobody's. */
export type OtherPayments = {
  /** What others pay of the order; what was given back does not count. */
  paid: Cents
  /** The part of it that is authorized and not captured. */
  authorized: Cents
  /** What is left of the order's total to be paid. */
  left: Cents
}

/**
 * What an order's payments that rest on none of these sessions pay of it. One that is not captured counts
 * while its session is there: Medusa drops the session of a method that a shopper chose no longer.
 */
export function readOtherPayments(
  { total, payment_collections }: PaidSide,
  sessionIds: readonly string[]
): OtherPayments {
  const others = compact(payment_collections).flatMap(({ payments, payment_sessions }) =>
    compact(payments)
      .filter((one) => !one.canceled_at && !sessionIds.includes(one.payment_session_id))
      .map((payment) => ({ payment, sessions: compact(payment_sessions) }))
  )
  const captured = addUp(
    others.map(({ payment }) => addRows(payment.captures).minus(addRows(payment.refunds)))
  )
  const authorized = addUp(
    others
      .filter(({ payment: { captured_at } }) => !captured_at)
      .filter(({ payment, sessions }) =>
        sessions.some(({ id }) => id === payment.payment_session_id)
      )
      .map(({ payment }) => exact(payment).minus(addRows(payment.captures)))
  )
  const paid = captured.plus(authorized)
  return {
    paid: toCents(paid),
    authorized: toCents(authorized),
    left: toCents(toDecimal(total, "The order's total").minus(paid)),
  }
}

const exact = ({ raw_amount, amount }: AmountSide): Decimal => toDecimal(raw_amount ?? amount)

const addUp = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((sum, one) => sum.plus(one), toDecimal(0))

const addRows = (rows: readonly (AmountSide | null)[] | null | undefined): Decimal =>
  addUp(compact(rows).map(exact))

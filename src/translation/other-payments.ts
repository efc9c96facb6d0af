import { type Cents, cents, sum, ZERO_CENTS } from "../domain/money"
import { sumToCents, toCents } from "./amount"
import type { MedusaNumber } from "./priced-record"

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

type PaidSide = { payment_collections?: readonly (CollectionSide | null)[] | null }

/** What `query.graph({ entity: "order" })` is asked for, to see what other payments pay of it. */
export const OTHER_PAYMENT_FIELDS = [
  "payment_collections.payment_sessions.id",
  "payment_collections.payments.payment_session_id",
  "payment_collections.payments.amount",
  "payment_collections.payments.raw_amount",
  "payment_collections.payments.captured_at",
  "payment_collections.payments.canceled_at",
  "payment_collections.payments.captures.amount",
  "payment_collections.payments.captures.raw_amount",
  "payment_collections.payments.refunds.amount",
  "payment_collections.payments.refunds.raw_amount",
]

/** In cents. What is captured counts without what was given back. */
export type PaidOtherwise = { captured: Cents; authorized: Cents }

/**
 * What an order's payments that rest on none of these sessions pay of it. One that is not captured counts
 * while its session is there: Medusa drops the session of a method that a shopper chose no longer.
 */
export function readPaidOtherwise(
  { payment_collections }: PaidSide,
  sessionIds: readonly string[]
): PaidOtherwise {
  const others = present(payment_collections).flatMap(({ payments, payment_sessions }) =>
    present(payments)
      .filter((one) => !one.canceled_at && !sessionIds.includes(one.payment_session_id))
      .map((payment) => ({ payment, sessions: present(payment_sessions) }))
  )
  const paid = others.map(({ payment, sessions }) => {
    const captured = cents(total(payment.captures) - total(payment.refunds))
    const isOpen =
      !payment.captured_at && sessions.some(({ id }) => id === payment.payment_session_id)
    const open = isOpen ? cents(exact(payment) - total(payment.captures)) : ZERO_CENTS
    return { captured, authorized: open }
  })
  return {
    captured: sum(paid.map((one) => one.captured)),
    authorized: sum(paid.map((one) => one.authorized)),
  }
}

const exact = ({ raw_amount, amount }: AmountSide): Cents => toCents(raw_amount ?? amount)

const total = (rows: readonly (AmountSide | null)[] | null | undefined): Cents =>
  sumToCents(present(rows).map(({ raw_amount, amount }) => raw_amount ?? amount))

function present<Item>(items: readonly (Item | null)[] | null | undefined): Item[] {
  return (items ?? []).filter((item): item is Item => item !== null)
}

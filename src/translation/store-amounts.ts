import type { Cents } from "../domain/money"
import { ZERO_CENTS } from "../domain/money"
import { type Decimal, sumToCents, toDecimal } from "./amount"
import type { MedusaNumber } from "./priced-record"
import type { PaymentSide } from "./store-side"
import { compact } from "./compact"

type AmountRow = { amount: MedusaNumber; raw_amount?: MedusaNumber }

/** What Medusa's payment says was captured and refunded, in cents; nothing without a payment. */
export function readStoreAmounts(payment: PaymentSide | null): {
  captured: Cents
  refunded: Cents
} {
  const captured = payment?.captured_at ? sumOf(payment.captures) : ZERO_CENTS
  return { captured, refunded: sumOf(payment?.refunds) }
}

/** Medusa counts something as captured that was not given back. */
export function isCaptureLeft(payment: PaymentSide | null): boolean {
  const { captured, refunded } = readStoreAmounts(payment)
  return captured > refunded
}

/** What is captured and not refunded, in dollars, fractions of a cent included. */
export function readExactRest({ captures, refunds }: PaymentSide): Decimal {
  const total = (rows: readonly (AmountRow | null)[] | null | undefined) =>
    compact(rows).reduce((sum, row) => sum.plus(toDecimal(exact(row))), toDecimal(0))
  return total(captures).minus(total(refunds))
}

function sumOf(rows: readonly (AmountRow | null)[] | null | undefined): Cents {
  return sumToCents(compact(rows).map(exact))
}

function exact({ raw_amount, amount }: AmountRow): MedusaNumber {
  return raw_amount ?? amount
}

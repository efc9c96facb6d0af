import type { Cents } from "../domain/money"
import { ZERO_CENTS } from "../domain/money"
import { sumToCents } from "./amount"
import type { MedusaNumber } from "./priced-record"
import type { PaymentSide } from "./standing"

type AmountRow = { amount: MedusaNumber; raw_amount?: MedusaNumber }

/** What Medusa's payment says was captured and refunded, in cents; nothing without a payment. */
export function readStoreAmounts(payment: PaymentSide | null): {
  captured: Cents
  refunded: Cents
} {
  const captured = payment?.captured_at ? sumOf(payment.captures) : ZERO_CENTS
  return { captured, refunded: sumOf(payment?.refunds) }
}

function sumOf(rows: readonly (AmountRow | null)[] | null | undefined): Cents {
  const present = (rows ?? []).filter((row) => row !== null)
  return sumToCents(present.map(({ raw_amount, amount }) => raw_amount ?? amount))
}

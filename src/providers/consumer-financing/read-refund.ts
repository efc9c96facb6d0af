import { subtract } from "../../domain/money"
import { readRow } from "../../medusa/read-row"
import type { RefundFacts } from "../../modules/consumer-financing/operations/refund-facts"
import { sumToCents, toDecimal } from "../../translation/amount"
import type { PricedRecord } from "../../translation/exact-parts"
import { ORDER_FIELDS, readOrder } from "../../translation/order-to-snapshot"
import type { MedusaNumber } from "../../translation/priced-record"
import { toPartialRefundRequest } from "../../translation/remaining-cart"
import { sentence } from "../../translation/sentence"
import type { Needs } from "./needs"
import {
  CHANGEABLE_ORDER_FIELDS,
  type ChangeableOrder,
  requireNoOpenChange,
} from "./require-no-open-change"

type AmountRow = {
  id: string
  amount: MedusaNumber
  raw_amount?: MedusaNumber
  created_at: string | Date
}

type RefundRow = AmountRow & { metadata?: unknown }

/** The open refund row that core wrote before it asked. */
type OpenRefund = RefundRow & {
  note?: string | null
  created_by?: string | null
  refund_reason?: { id: string; label?: string | null } | null
  payment: { id: string }
}

type PaymentRow = {
  id: string
  payment_session_id: string
  captures: AmountRow[]
  refunds: RefundRow[]
  payment_collection?: { order?: { id: string } | null } | null
}

const PAYMENT_FIELDS = [
  "id",
  "payment_session_id",
  "captures.*",
  "refunds.*",
  "payment_collection.order.id",
]

const NO_REFUND =
  "Medusa has no open refund for this. Nothing was sent: refund the payment from the order."
const NO_ORDER =
  "There is no order for this payment, so its financing is not refunded by the plugin. Nothing was sent."

/** The open refund row that core wrote before it asked. Throws a sentence when there is none. */
export async function readRefund({ query }: Needs, id: string): Promise<OpenRefund> {
  const fields = ["*", "refund_reason.id", "refund_reason.label", "payment.id"]
  return found(
    await readRow<OpenRefund>(query, { entity: "refund", fields: fields, filters: { id } }),
    NO_REFUND
  )
}

export async function readPayment({ query }: Needs, id: string): Promise<PaymentRow> {
  return found(
    await readRow<PaymentRow>(query, {
      entity: "payment",
      fields: PAYMENT_FIELDS,
      filters: { id },
    }),
    NO_REFUND
  )
}

/** The row, or a sentence for the merchant about what is missing. */
function found<Row>(row: Row | null | undefined, text: string): Row {
  if (!row) {
    throw sentence(text)
  }
  return row
}

/** What Medusa says about the refund and the others of its payment at this moment. */
export async function readFacts(needs: Needs, row: OpenRefund): Promise<RefundFacts> {
  const payment = await readPayment(needs, row.payment.id)
  const { amount, ...before } = readAmounts(row, payment)
  const orderId = found(payment.payment_collection?.order?.id, NO_ORDER)
  const fields = [...new Set([...ORDER_FIELDS, ...CHANGEABLE_ORDER_FIELDS])]
  const orderRow = found(
    await readRow<PricedRecord & ChangeableOrder>(needs.query, {
      entity: "order",
      fields: fields,
      filters: { id: orderId },
    }),
    NO_ORDER
  )
  const order = readOrder(orderRow)
  await requireNoOpenChange(needs, orderRow, toDecimal(exact(row)))
  const plan = toPartialRefundRequest({ order, ...before, refund: amount })
  return {
    ...before,
    amount,
    others: othersOf(row, payment),
    remainingCart: plan.kind === "partial" ? plan.body : null,
  }
}

type Amounts = Pick<RefundFacts, "captured" | "refundedBefore" | "amount">

/** Sums are rounded once each, so that refunds with fractions of a cent still add up. */
export function readAmounts(row: RefundRow, payment: PaymentRow): Amounts {
  const before = payment.refunds.filter((other) => isEarlier(other, row))
  const refundedBefore = sumToCents(before.map(exact))
  const refundedAfter = sumToCents([...before, row].map(exact))
  return {
    captured: sumToCents(payment.captures.map(exact)),
    refundedBefore,
    amount: subtract(refundedAfter, refundedBefore),
  }
}

export function othersOf(row: RefundRow, payment: PaymentRow): RefundFacts["others"] {
  return payment.refunds
    .filter(({ id }) => id !== row.id)
    .map((other) => ({
      id: other.id,
      cents: readAmounts(other, payment).amount,
      writtenAt: new Date(other.created_at).getTime(),
    }))
}

function exact(row: AmountRow): MedusaNumber {
  return row.raw_amount ?? row.amount
}

/** A refund that was begun later is not counted yet: it waits its turn or is refused. */
function isEarlier(other: AmountRow, row: AmountRow): boolean {
  const [one, two] = [new Date(other.created_at).getTime(), new Date(row.created_at).getTime()]
  return one < two || (one === two && other.id < row.id)
}

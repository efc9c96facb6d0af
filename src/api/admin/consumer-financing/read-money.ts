import type { MedusaContainer } from "@medusajs/framework/types"
import { type MoneyState, moneyStateOf } from "../../../domain/money-state"
import {
  isCountedAsNotPaid,
  isOverdue,
  isRecordedByStaff,
  MONEY_KINDS,
  REFUND_KINDS,
} from "../../../domain/operation"
import { readStatusCode } from "../../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import type { ApplicationRecord } from "../../../modules/consumer-financing/records"

type Payment = { captured: number | null; refunded: number | null }

/** Reads the money state of each application, with its payment if given; one statement reads the operations. */
export async function readMoney(
  scope: MedusaContainer,
  applications: readonly ApplicationRecord[]
): Promise<(application: ApplicationRecord, payment?: Payment) => MoneyState> {
  const financing = scope.resolve(CONSUMER_FINANCING)
  const operations = await financing.listFinancingOperations(
    {
      application_id: applications.map(({ id }) => id),
      kind: [...MONEY_KINDS],
      outcome: ["confirmed", "intended", "in-doubt"],
    },
    { order: { created_at: "ASC" }, take: null }
  )
  const now = financing.clock.now()
  return (application, payment) => {
    const own = operations.filter(({ application_id }) => application_id === application.id)
    const done = own.filter(({ outcome }) => outcome === "confirmed")
    const open = own.findLast(
      (one) => one.outcome === "in-doubt" || (one.outcome === "intended" && isOverdue(one, now))
    )
    const refunds = done.filter(({ kind }) => REFUND_KINDS.includes(kind))
    const lastRefund = refunds.at(-1)
    const { code, approved_at, ready_at, financed_cents, paid_out_cents } = application
    const notPaid = refunds.reduce((sum, refund, index) => {
      const target = refund.target_cents ?? 0
      if (!isCountedAsNotPaid(refund, paid_out_cents)) return sum
      return sum + (refunds[index - 1]?.target_cents ?? financed_cents) - target
    }, 0)
    return moneyStateOf({
      state: application.state,
      code: code === null ? null : readStatusCode(code),
      settled: application.settled,
      financed: financed_cents,
      refunded: application.refunded_cents,
      service: application.service_cents,
      maxApproval: application.max_approval_cents,
      captured: payment ? payment.captured : application.seen_captured_cents,
      refundedInMedusa: payment ? payment.refunded : application.seen_refunded_cents,
      createdAt: application.created_at,
      approvedAt: approved_at ?? ready_at,
      requestedAt: done.find(({ kind }) => kind === "settle")?.finished_at ?? null,
      paidOutAt: application.paid_out_at,
      paidOut: paid_out_cents,
      notPaid,
      refundedAt: lastRefund?.finished_at ?? null,
      isRefundRecorded: lastRefund !== undefined && isRecordedByStaff(lastRefund),
      open: open?.kind ?? null,
    })
  }
}

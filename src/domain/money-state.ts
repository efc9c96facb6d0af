import { type ApplicationState, hasEnded } from "./application-state"
import { type OperationKind, REFUND_KINDS } from "./operation"
import { isFunded, isSigned, type ReportedCode } from "./status-codes"

/** The steps of an order's money in order. Screens, files and e-mails show these only. */
export const MONEY_STEPS = [
  "applied",
  "approved",
  "captured",
  "requested",
  "paid_out",
  "refunded",
  "financed",
] as const
export type MoneyStep = (typeof MONEY_STEPS)[number]

type Moment = Date | string | null

/**
 * One step on one side. `cents` is null before it happens; `is_known` is false while it is in doubt; `is_recorded`
 * marks a refund that staff recorded from the service's portal.
 */
export type MoneyCell = {
  cents: number | null
  at: Moment
  is_known: boolean
  is_recorded?: true
}

/** Null where a side has no such step. */
export type MoneyState = Record<MoneyStep, { medusa: MoneyCell | null; service: MoneyCell | null }>

/** Amounts in cents; null where neither side was read yet. */
export type MoneyFacts = {
  state: ApplicationState
  code: ReportedCode | null
  settled: boolean
  financed: number
  refunded: number
  service: number | null
  maxApproval: number | null
  captured: number | null
  refundedInMedusa: number | null
  createdAt: Moment
  approvedAt: Moment
  requestedAt: Moment
  /** When a status check first read it as funded, and over which amount. */
  paidOutAt: Moment
  paidOut: number | null
  refundedAt: Moment
  /** The part of `refunded` that staff counted as not paid, because the service paid out less. */
  notPaid: number
  /** Staff recorded the last refund. */
  isRefundRecorded: boolean
  /** The operation in doubt. */
  open: OperationKind | null
}

const cell = (cents: number | null, at: Moment = null, is_known = true): MoneyCell => ({
  cents,
  at: cents === null ? null : at,
  is_known,
})

/** Computes each step of an application's money on both sides. Total over every state. */
export function moneyStateOf(facts: MoneyFacts): MoneyState {
  const { state, code, financed, approvedAt, paidOutAt, paidOut } = facts
  const isRequested = facts.requestedAt !== null || state === "settling"
  const isPaidOut = paidOutAt !== null || isFunded(code)
  const isApproved = approvedAt !== null && (!hasEnded(state) || state === "refunded")
  const isRefundKnown = !isRefundInDoubt(facts)
  return {
    applied: { medusa: cell(financed, facts.createdAt), service: null },
    approved: { medusa: null, service: cell(isApproved ? facts.maxApproval : null, approvedAt) },
    captured: { medusa: cell(facts.captured), service: null },
    requested: {
      medusa: null,
      service: cell(isRequested ? financed : null, facts.requestedAt, facts.open !== "settle"),
    },
    paid_out: { medusa: null, service: cell(isPaidOut ? (paidOut ?? financed) : null, paidOutAt) },
    refunded: {
      medusa: cell(facts.refundedInMedusa),
      service: {
        ...cell(facts.refunded - facts.notPaid, facts.refundedAt, isRefundKnown),
        ...(facts.isRefundRecorded ? { is_recorded: true } : {}),
      },
    },
    financed: { medusa: financedInMedusa(facts), service: financedAtService(facts) },
  }
}

/** Whether a refund is unanswered, or the service reads refunded without a refund of the plugin. */
function isRefundInDoubt({ state, code, open }: MoneyFacts): boolean {
  return (open !== null && REFUND_KINDS.includes(open)) || (code === "T" && state !== "refunded")
}

const isBound = ({ code, settled }: MoneyFacts): boolean => settled || isSigned(code)

function financedInMedusa(facts: MoneyFacts): MoneyCell {
  const captured = facts.captured ?? 0
  const refunded = facts.refundedInMedusa ?? 0
  if (hasEnded(facts.state)) return cell(Math.max(0, captured - refunded))
  return cell(isBound(facts) || captured > 0 ? facts.financed - refunded : null)
}

function financedAtService(facts: MoneyFacts): MoneyCell {
  if (hasEnded(facts.state)) return cell(0)
  if (isRefundInDoubt(facts)) return cell(null, null, false)
  return isBound(facts) ? cell(facts.service, null, facts.service !== null) : cell(null)
}

/**
 * What the service has paid out and not taken back; null before the payout, while a refund is in doubt, and once the
 * service ended it without a refund.
 */
export function netOf({ paid_out, refunded, financed }: MoneyState): number | null {
  const paid = paid_out.service?.cents ?? null
  const kept = financed.service?.is_known ? financed.service.cents : null
  const isTakenBack = (refunded.service?.cents ?? 0) >= (paid ?? 0)
  return paid === null || (kept === 0 && !isTakenBack) ? null : kept
}

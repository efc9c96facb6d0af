import type { Observation } from "../domain/observation"
import type { OpenOperation } from "../domain/next-action"
import type { SeenCode } from "../domain/status-codes"
import { isTestData } from "../domain/test-data"
import type { OrderFacts } from "../medusa/read-order-facts"
import {
  type Aggregate,
  localEffectsOf,
  openOperationOf,
  type OpenOperationRow,
} from "../modules/consumer-financing/store/aggregate"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { Environment } from "../options/options"
import { compareAmounts, readStoreAmounts } from "../translation/payment-amounts"
import type { PaymentSide } from "../translation/medusa-rows"
import type { Purchase } from "../translation/purchase-state"
import type { ReconcileCause } from "./turn"

type Known = {
  code: SeenCode
  aggregate: Aggregate
  facts: OrderFacts
  /** Seconds until Medusa's rows need another check; null if none is pending. */
  ledgerDue: number | null
  /** Milliseconds. */
  now: number
  cause: ReconcileCause
  environment: Environment
}

/** Reduces what was read to the facts that a decision needs, without rows and ids. */
export function toObservation(
  { purchaseState, payment, request }: Purchase,
  { code, aggregate, facts, ledgerDue, now, cause, environment }: Known
): Observation {
  const { application } = aggregate
  const open = openOperationOf(aggregate, now)
  const amounts = compareAmounts(application, payment, now)
  const { captured, refunded } = readStoreAmounts(payment)
  return {
    purchaseState,
    code,
    hoursOpen: hoursBetween(application.created_at, now),
    hoursReady: application.ready_at ? hoursBetween(application.ready_at, now) : null,
    shopperIsPresent: cause === "return" || application.shopper_returned,
    amountsAgree: amounts.agree,
    ...facts,
    orderIsEdited: facts.order.edit !== null,
    isPaidFor: isPaidFor(application, payment),
    isTestData: isTestData(application.environment, environment),
    isLost: application.kind === "lost",
    open: open && toOpenOperation(open, now),
    record: recordOf(application),
    journal: journalOf(aggregate, open, now),
    payment: { captured, refunded, counted: amounts.medusa, missing: amounts.missingInMedusa },
    request,
    ledgerDue,
  }
}

function recordOf(application: ApplicationRecord): Observation["record"] {
  return {
    state: application.state,
    settled: application.settled,
    financed: application.financed_cents,
    refunded: application.refunded_cents,
    service: application.service_cents,
    isTaxExempt: application.tax_exempt === true,
    hasLink: application.customer_url !== null,
    isReleased: application.live_key === null,
    endReason: application.end_reason,
  }
}

function journalOf(
  aggregate: Aggregate,
  open: OpenOperationRow | null,
  now: number
): Observation["journal"] {
  const settle = aggregate.operations.find(
    ({ kind, outcome }) => kind === "settle" && outcome === "confirmed"
  )
  return {
    settleSent: localEffectsOf(aggregate, now).settleSent,
    hoursSettled: settle?.finished_at ? hoursBetween(settle.finished_at, now) : null,
    isReplaced: aggregate.currentToken !== null && aggregate.currentToken.position > 1,
    hasNewToken: open !== null && open.operation.new_token !== null,
  }
}

function toOpenOperation({ operation, doubtful }: OpenOperationRow, now: number): OpenOperation {
  return {
    kind: operation.kind,
    attempts: operation.attempts,
    doubtful,
    secondsInDoubt: hoursBetween(operation.deadline_at, now) * 3600,
  }
}

/** Whether a settled or captured amount is left that neither Medusa nor the journal shows as refunded. */
function isPaidFor(
  { settled, state, financed_cents, refunded_cents }: ApplicationRecord,
  payment: PaymentSide | null
): boolean {
  const { captured, refunded } = readStoreAmounts(payment)
  const isCaptured = captured > refunded || (captured > 0 && refunded_cents < financed_cents)
  return settled || state === "settling" || isCaptured
}

function hoursBetween(date: Date | string, now: number): number {
  return (now - new Date(date).getTime()) / 3_600_000
}

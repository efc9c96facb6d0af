import type { MedusaContainer } from "@medusajs/framework/types"
import { LAST_DELAY, secondsUntilCheck } from "../domain/check-schedule"
import type { OpenOperation } from "../domain/next-action"
import type { Observation, Unclear } from "../domain/observation"
import { isTestData } from "../domain/test-data"
import { isApplyingRefund } from "../medusa/read-ledger"
import { readOrderFacts } from "../medusa/read-order-facts"
import { readPurchase } from "../medusa/read-purchase"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import {
  type Aggregate,
  localEffectsOf,
  openOperationOf,
  type OpenOperationRow,
} from "../modules/consumer-financing/store/aggregate"
import type { PaymentSide } from "../translation/medusa-rows"
import { compareAmounts, readStoreAmounts } from "../translation/payment-amounts"
import type { Purchase } from "../translation/purchase-state"
import { checkService, type ServiceCheck } from "./check-service"
import { repairLedger, type Repaired } from "./repair-ledger"
import { observeStore } from "./observe-store"
import type { Turn } from "./turn"

type Observed = {
  check: ServiceCheck
  purchase: Purchase
  /** The input of the decision. */
  observation: Observation | Unclear
}

/**
 * Checks the service, repairs Medusa's rows about the order's money, and reads the purchase. Data is read once and
 * passed on; only an action's guards read again.
 */
export async function observe(container: MedusaContainer, turn: Turn): Promise<Observed> {
  const check = await checkService(container, turn)
  const repaired = await repairRows(container, check)
  const ledgerDue = repaired?.due ?? null
  const { purchase, aggregate } = await observeStore(container, check, repaired)
  const read = { check, purchase }
  if (check.code === null || aggregate === null) {
    return { ...read, observation: await observeSilence(container, check, ledgerDue) }
  }
  if (purchase.isBeingCompleted) {
    return { ...read, observation: { unclear: "being-placed", age: purchase.orderAge ?? 0 } }
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application, currentToken } = aggregate
  const isChanged = purchase.purchaseState === "changed-request"
  const askedFor = isChanged ? application.requested_order_id : null
  if (askedFor && (await isApplyingRefund(container, askedFor))) {
    return { ...read, observation: { unclear: "refund-being-counted" } }
  }
  // A partial refund added a new token; the checked one reads refunded.
  if (currentToken !== null && currentToken.position !== check.position) {
    return { ...read, observation: { unclear: "token-replaced" } }
  }
  const now = financing.clock.now()
  // An unknown code does not undo a confirmed cancellation.
  const ended = check.code === "unknown" ? localEffectsOf(aggregate, now).ended : null
  const code = ended ?? check.code
  const order = repaired?.order ?? null
  const facts = await readOrderFacts(container, purchase, { aggregate, order })
  const observation = {
    ...describeApplication(purchase, aggregate, now),
    ...facts,
    code,
    shopperIsPresent: turn.cause === "return" || application.shopper_returned,
    orderIsEdited: facts.order.edit !== null,
    isTestData: isTestData(application.environment, financing.options.environment),
    ledgerDue,
  }
  return { check: { ...check, code }, purchase, observation }
}

/** Reads what depends on an application for which the service gives no status. */
async function observeSilence(
  container: MedusaContainer,
  { applicationId, silence: because }: ServiceCheck,
  ledgerDue: number | null
): Promise<Unclear> {
  if (because === null) {
    return { unclear: "unanswered", ledgerDue, silence: null }
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application } = await financing.applications.readAggregate(applicationId)
  const { environment, state, created_at, last_check_at, checks_done } = application
  const { purchaseState } = await readPurchase(container, applicationId)
  const secondsSince = (date: Date | string) =>
    (financing.clock.now() - new Date(date).getTime()) / 1000
  const silence = {
    because,
    environment,
    state,
    purchaseState,
    isAlarm: await financing.outages.isRaised(environment),
    secondsOpen: secondsSince(created_at),
    secondsUnheard: secondsSince(last_check_at ?? created_at),
    secondsApart: secondsUntilCheck(financing.options.polling.schedule, checks_done) ?? LAST_DELAY,
  }
  return { unclear: "unanswered", ledgerDue, silence }
}

/** Runs before the decision, which depends on correct rows. */
async function repairRows(
  container: MedusaContainer,
  { applicationId, code, isRefunded, isLocked }: ServiceCheck
): Promise<Repaired | null> {
  if (isLocked || (code === null && !isRefunded)) {
    return null
  }
  const repaired = await repairLedger(container, applicationId)
  if (repaired.due !== null) {
    await container.resolve(CONSUMER_FINANCING).schedule.checkWithin(applicationId, repaired.due)
  }
  return repaired
}

/** Reduces what was read to the facts that a decision needs, without rows and ids. `now` is in milliseconds. */
function describeApplication(
  { purchaseState, payment, request }: Purchase,
  aggregate: Aggregate,
  now: number
) {
  const { application } = aggregate
  const open = openOperationOf(aggregate, now)
  const amounts = compareAmounts(application, payment, now)
  const { captured, refunded } = readStoreAmounts(payment)
  return {
    purchaseState,
    hoursOpen: hoursBetween(application.created_at, now),
    hoursReady: application.ready_at ? hoursBetween(application.ready_at, now) : null,
    amountsAgree: amounts.agree,
    isPaidFor: isPaidFor(application, payment),
    isLost: application.kind === "lost",
    open: open && toOpenOperation(open, now),
    record: recordOf(application),
    journal: journalOf(aggregate, open, now),
    payment: { captured, refunded, counted: amounts.medusa, missing: amounts.missingInMedusa },
    request,
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

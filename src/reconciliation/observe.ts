import type { MedusaContainer } from "@medusajs/framework/types"
import { LAST_DELAY, secondsUntilCheck } from "../domain/check-schedule"
import type { Observation, Unclear } from "../domain/observation"
import { isRefundBeingCounted } from "../medusa/read-ledger"
import { readOrderFacts } from "../medusa/read-order-facts"
import { readPurchase } from "../medusa/read-purchase"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { localEffectsOf } from "../modules/consumer-financing/store/aggregate"
import type { Purchase } from "../translation/purchase-state"
import { checkService, type ServiceCheck } from "./check-service"
import { repairLedger, type Repaired } from "./repair-ledger"
import { observeStore } from "./observe-store"
import type { Turn } from "./turn"
import { toObservation } from "./to-observation"

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
  if (askedFor && (await isRefundBeingCounted(container, askedFor))) {
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
  const { cause } = turn
  const { environment } = financing.options
  const known = { code, aggregate, facts, ledgerDue, now, cause, environment }
  return { check: { ...check, code }, purchase, observation: toObservation(purchase, known) }
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

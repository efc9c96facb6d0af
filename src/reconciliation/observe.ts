import type { MedusaContainer } from "@medusajs/framework/types"
import { LAST_DELAY, secondsUntilCheck } from "../domain/check-schedule"
import type { Picture } from "../domain/observation"
import { isRefundBeingCounted } from "../medusa/read-ledger"
import { readOrderNow } from "../medusa/read-order-now"
import { readStoreSide } from "../medusa/read-store-side"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { localEffectsOf } from "../modules/consumer-financing/store/aggregate"
import { type Checked, checkService } from "./check-service"
import { repairLedger, type Repaired } from "./repair-ledger"
import { observeStore, type Seen } from "./observe-store"
import type { Turn } from "./turn"
import { toObservation } from "./to-observation"

/** Both sides with the rows in Medusa, and the input of the decision. */
export type Observed = Seen & { picture: Picture }

/**
 * Checks the service, repairs Medusa's rows about the order's money, and reads Medusa's side. Data is read once and
 * passed on; only an action's guards read again.
 */
export async function observe(container: MedusaContainer, turn: Turn): Promise<Observed> {
  const asked = await checkService(container, turn)
  const { looked, read } = await repairRows(container, asked)
  const { seen, known } = await observeStore(container, looked, read)
  if (seen.code === null || known === null) {
    return { ...seen, picture: await observeSilence(container, seen) }
  }
  if (seen.isBeingCompleted) {
    return { ...seen, picture: { unclear: "being-placed", age: seen.orderAge ?? 0 } }
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application, currentToken } = known
  const askedFor = seen.purchaseState === "changed-request" ? application.requested_order_id : null
  if (askedFor && (await isRefundBeingCounted(container, askedFor))) {
    return { ...seen, picture: { unclear: "refund-being-counted" } }
  }
  // A partial refund added a new token; the checked one reads refunded.
  if (currentToken !== null && currentToken.position !== seen.position) {
    return { ...seen, picture: { unclear: "token-replaced" } }
  }
  const now = financing.clock.now()
  // An unknown code does not undo a confirmed cancellation.
  const code = seen.code === "unknown" ? (localEffectsOf(known, now).ended ?? seen.code) : seen.code
  const order = await readOrderNow(container, seen, { ...known, order: read?.order ?? null })
  const { cause } = turn
  const { environment } = financing.options
  const picture = toObservation({ ...seen, code }, { known, order, now, cause, environment })
  return { ...seen, code, picture }
}

/** Reads what depends on an application for which the service gives no status. */
async function observeSilence(
  container: MedusaContainer,
  { applicationId, silence: because, ledgerDue }: Seen
): Promise<Picture> {
  if (because === null) {
    return { unclear: "unanswered", ledgerDue, silence: null }
  }
  const financing = container.resolve(CONSUMER_FINANCING)
  const { application } = await financing.applications.readAggregate(applicationId)
  const { environment, state, created_at, last_check_at, checks_done } = application
  const { purchaseState } = await readStoreSide(container, applicationId)
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
  looked: Checked
): Promise<{ looked: Checked; read?: Repaired }> {
  const { applicationId, code, isRefunded, isLocked } = looked
  if (isLocked || (code === null && !isRefunded)) {
    return { looked }
  }
  const read = await repairLedger(container, applicationId)
  const { due: ledgerDue } = read
  if (ledgerDue !== null) {
    await container.resolve(CONSUMER_FINANCING).schedule.checkWithin(applicationId, ledgerDue)
  }
  return { looked: { ...looked, ledgerDue }, read }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { purchaseOf } from "../domain/purchase"
import { describeNoCredentials, type Silence, SILENT } from "../domain/review-silence"
import type { SeenCode } from "../domain/status-codes"
import { FinancingError } from "../financing-api"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { readUnchangedSnapshot } from "../medusa/read-store"
import { nullIfBusy, type Turn } from "./turn"

/** `code` is null when nothing could be learnt: not our turn, no token yet, no answer. */
export type Checked = {
  applicationId: string
  /** Nobody else compares both worlds at this moment. */
  isOurTurn: boolean
  /** The database may be a copy: nothing is changed, at the service or in Medusa. */
  isLocked: boolean
  code: SeenCode | null
  /** All of it was given back, by our own journal: Medusa may still lack that, whatever is answered now. */
  isRefunded: boolean
  /** Which of the application's tokens was looked at, by its place in the chain. */
  position: number | null
  /** When the reconciliation began to check (milliseconds): what was seen before may be settled. */
  since: number
  /** When it is looked at next if nothing follows from this status check; null where nothing was learnt. */
  due: string | null
  /** Why the service said nothing of it; null where it was not asked, or has answered. */
  silence: Silence["because"] | null
  /** Seconds after which Medusa's rows are to be looked at again; null where nothing in them waits. */
  ledgerDue: number | null
}

/** Asks the service for the application's status with our own credentials (endpoint 8). */
export async function checkService(
  container: MedusaContainer,
  { applicationId, holder, cause }: Turn
): Promise<Checked> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const since = financing.clock.now()
  const nothing: Checked = {
    applicationId,
    isOurTurn: holder !== null,
    isLocked: false,
    code: null,
    isRefunded: false,
    position: null,
    since,
    due: null,
    silence: null,
    ledgerDue: null,
  }
  if (holder === null) {
    return nothing
  }
  const known = await financing.applications.readAggregate(applicationId)
  const { application } = known
  const isLocked = await financing.home.isLocked(application)
  const untold = { ...nothing, isLocked, isRefunded: application.state === "refunded" }
  try {
    const found = await financing.findLostToken({
      known,
      readSnapshot: () => readUnchangedSnapshot({ financing, application }),
    })
    const currentToken =
      found === "token" ? await financing.tokens.findCurrent(applicationId) : known.currentToken
    if (!currentToken) {
      await financing.awaitCreate(applicationId, found)
      return nothing
    }
    const seen = await financing.checkStatus(application, {
      once: cause === "poll",
      currentToken: currentToken.token,
    })
    await forgetSilence(financing, application)
    await financing.resolveByStatusCheck(seen)
    await takeBackLeftMark(financing, seen.application)
    await reopenApplication(financing, application, seen.application)
    // An answer about another application proves nothing: a person is asked already.
    const code = seen.tokenAgrees ? seen.code : null
    if (code === null) {
      await financing.tellOfDoubt(applicationId)
    }
    const due = seen.application.next_check_at
    return {
      ...untold,
      code,
      position: currentToken.position,
      due: due === null ? null : new Date(due).toISOString(),
    }
  } catch (error) {
    // The status check put itself off: the schedule tries again, or goes on once there are credentials.
    const silence = whySilent(financing, application, error)
    if (silence === null) {
      throw error
    }
    await financing.tellOfDoubt(applicationId)
    // A lost application has a case of its own, and nothing waits for its end.
    return { ...untold, silence: application.kind === "lost" ? null : silence }
  }
}

/** Null for what is no silence of the service's. */
function whySilent(
  { options }: ConsumerFinancingModuleService,
  { environment }: ApplicationRecord,
  error: unknown
): Silence["because"] | null {
  if (error instanceof FinancingError) {
    return error.code === "refused" ? "refused" : "unreachable"
  }
  return options.environments[environment] ? null : "no-credentials"
}

/** The service was heard, whatever it said. */
async function forgetSilence(
  financing: ConsumerFinancingModuleService,
  { id, review_reason, environment }: ApplicationRecord
): Promise<void> {
  if (review_reason === null) {
    return
  }
  const reason = [describeNoCredentials(environment), SILENT]
  const told = await financing.listFinancingReviewCases({ application_id: id, reason }, { take: 1 })
  if (told.length > 0) {
    await financing.reviewCases.close(id, "unwatched")
  }
}

/**
 * The service takes back its last word: what was closed as declined or cancelled goes on, unless the
 * shopper went on with something else. Its session was only passed over, and still rests on it.
 */
async function reopenApplication(
  financing: ConsumerFinancingModuleService,
  before: ApplicationRecord,
  after: ApplicationRecord
): Promise<void> {
  // One that the service said it never made had no code.
  const wasOver = hasEnded(before.state) && before.code !== null
  const isHere = after.environment === financing.options.environment
  if (wasOver && isHere && isClosedByService(after)) {
    await unlessCartIsHeld(financing, after, () => financing.closing.reopen(after))
  }
}

/** Neither replaced nor ended from here, and no order's: what staff ask for is asked for again by them. */
function isClosedByService(application: ApplicationRecord): boolean {
  const { cart_id, order_id, state, live_key, end_reason, cancelling, expired } = application
  const isClosed = live_key === null && !hasEnded(state)
  const isOurDeed = end_reason !== null || cancelling || expired
  return cart_id !== null && order_id === null && isClosed && !isOurDeed
}

/** A process died between the mark and its call: nothing was sent, and the application goes on. */
async function takeBackLeftMark(
  financing: ConsumerFinancingModuleService,
  application: ApplicationRecord
): Promise<void> {
  if (application.cancelling && !hasEnded(application.state)) {
    const { id } = application
    await unlessCartIsHeld(financing, application, () => financing.closing.takeBackMark(id))
  }
}

/** Whoever holds the cart is ending the application, or puts another one in its place. */
async function unlessCartIsHeld(
  { leases }: ConsumerFinancingModuleService,
  application: ApplicationRecord,
  work: () => Promise<unknown>
): Promise<void> {
  const cart = await leases.acquire(`cart:${purchaseOf(application)}`, 0).catch(nullIfBusy)
  try {
    if (cart) await work()
  } finally {
    await cart?.release()
  }
}

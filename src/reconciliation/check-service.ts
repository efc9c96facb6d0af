import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { purchaseOf } from "../domain/purchase"
import type { Silence } from "../domain/observation"
import { describeNoCredentials, SILENT } from "../domain/review-silence"
import type { ReportedCode } from "../domain/status-codes"
import { FinancingError } from "../financing-api"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { readUnchangedSnapshot } from "../medusa/read-store"
import type { Turn } from "./turn"

/** `code` is null if there is no result: no turn, no token, no answer, or one about another application. */
export type ServiceCheck = {
  applicationId: string
  /** This process has the application's turn. */
  isOurTurn: boolean
  /** The database may be a copy, so neither the service nor Medusa may be changed. */
  isLocked: boolean
  code: ReportedCode | null
  /** The journal shows a full refund. Medusa may lack it, whatever the service answers. */
  isRefunded: boolean
  /** The position of the checked token in its chain. */
  position: number | null
  /** Start of the check (milliseconds): older review cases may be closed. */
  since: number
  /** The next check if nothing follows from this one; null if there is no result. */
  due: string | null
  /** Why the service gave no status; null if it was not asked or has answered. */
  silence: Silence["because"] | null
}

/** Checks the application's status (endpoint 8), and applies what follows from the answer alone. */
export async function checkService(
  container: MedusaContainer,
  { applicationId, holder, cause }: Turn
): Promise<ServiceCheck> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const since = financing.clock.now()
  const noResult: ServiceCheck = {
    applicationId,
    isOurTurn: holder !== null,
    isLocked: false,
    code: null,
    isRefunded: false,
    position: null,
    since,
    due: null,
    silence: null,
  }
  if (holder === null) {
    return noResult
  }
  const known = await financing.applications.readAggregate(applicationId)
  const { application } = known
  const isLocked = await financing.home.isLocked(application)
  const withoutAnswer = { ...noResult, isLocked, isRefunded: application.state === "refunded" }
  try {
    const found = await financing.findLostToken({
      known,
      readSnapshot: () => readUnchangedSnapshot(financing, application),
    })
    const currentToken =
      found === "token" ? await financing.tokens.findCurrent(applicationId) : known.currentToken
    if (!currentToken) {
      await financing.awaitCreate(applicationId, found)
      return noResult
    }
    const seen = await financing.checkStatus(application, {
      once: cause === "poll",
      currentToken: currentToken.token,
    })
    await clearSilence(financing, application)
    await financing.resolveByStatusCheck(seen)
    await clearAbandonedMark(financing, seen.application)
    await reopenApplication(financing, application, seen.application)
    // An answer about another application proves nothing and has a review case already.
    const code = seen.tokenAgrees ? seen.code : null
    if (code === null) {
      await financing.listDoubt(applicationId)
    }
    const due = seen.application.next_check_at
    return {
      ...withoutAnswer,
      code,
      position: currentToken.position,
      due: due === null ? null : new Date(due).toISOString(),
    }
  } catch (error) {
    // The status check has scheduled its own retry; it pauses while credentials are missing.
    const silence = findSilence(financing, application, error)
    if (silence === null) {
      throw error
    }
    await financing.listDoubt(applicationId)
    // A lost application has its own review case, so its silence is not reported.
    return { ...withoutAnswer, silence: application.kind === "lost" ? null : silence }
  }
}

/** Returns null for an error that is not the service's silence. */
function findSilence(
  { options }: ConsumerFinancingModuleService,
  { environment }: ApplicationRecord,
  error: unknown
): Silence["because"] | null {
  if (error instanceof FinancingError) {
    return error.code === "refused" ? "refused" : "unreachable"
  }
  return options.environments[environment] ? null : "no-credentials"
}

/** Clears the silence after any answer. */
async function clearSilence(
  financing: ConsumerFinancingModuleService,
  { id, review_reason, environment }: ApplicationRecord
): Promise<void> {
  if (review_reason === null) {
    return
  }
  const reason = [describeNoCredentials(environment), SILENT]
  const cases = await financing.listFinancingReviewCases(
    { application_id: id, reason },
    { take: 1 }
  )
  if (cases.length > 0) {
    await financing.reviewCases.close(id, "unwatched")
  }
}

/**
 * Reopens an application that the service closed as declined or cancelled and now reports as open, unless the
 * shopper continued with another one. Its payment session still depends on it.
 */
async function reopenApplication(
  financing: ConsumerFinancingModuleService,
  before: ApplicationRecord,
  after: ApplicationRecord
): Promise<void> {
  // An application without a code was never created at the service.
  const wasOver = hasEnded(before.state) && before.code !== null
  const isInCurrentEnvironment = after.environment === financing.options.environment
  if (wasOver && isInCurrentEnvironment && isClosedByService(after)) {
    // Another process that holds the cart may cancel or replace the application.
    const cart = `cart:${purchaseOf(after)}`
    await financing.leases.tryWithLease(cart, () => financing.closing.reopen(after))
  }
}

/**
 * Whether the service closed it: it was neither replaced nor cancelled here, and has no order. Staff repeat their
 * own requests.
 */
function isClosedByService(application: ApplicationRecord): boolean {
  const { cart_id, order_id, state, live_key, end_reason, cancelling, expired } = application
  const isClosed = live_key === null && !hasEnded(state)
  const wasEndedHere = end_reason !== null || cancelling || expired
  return cart_id !== null && order_id === null && isClosed && !wasEndedHere
}

/** Removes a mark whose process died before its call: nothing was sent, and the application continues. */
async function clearAbandonedMark(
  financing: ConsumerFinancingModuleService,
  application: ApplicationRecord
): Promise<void> {
  if (application.cancelling && !hasEnded(application.state)) {
    const { closing, leases } = financing
    const cart = `cart:${purchaseOf(application)}`
    await leases.tryWithLease(cart, () => closing.clearCancellingMark(application.id))
  }
}

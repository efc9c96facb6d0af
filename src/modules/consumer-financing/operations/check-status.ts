import { hasEnded, isPaidOut, stateOf } from "../../../domain/application-state"
import { LAST_DELAY, secondsUntilCheck } from "../../../domain/check-schedule"
import { cleanLine } from "../../../domain/clean-text"
import { IF_REPLACED } from "../../../domain/review-causes"
import { type Cents, fromDollars } from "../../../domain/money"
import { isSettledAfter } from "../../../domain/settled-loan"
import {
  isApproved,
  isFunded,
  isReadyToSettle,
  readStatusCode,
  type ReportedCode,
} from "../../../domain/status-codes"
import { secondsUntilLimit } from "../../../domain/time-limits"
import { type ApplicationStatus, FinancingError } from "../../../financing-api"
import { WITHOUT_ADDRESS } from "../store/closing"
import { type ApplicationRecord, clampInt32 } from "../records"
import { type Aggregate, localEffectsOf, openOperationOf } from "../store/aggregate"
import type { Context } from "../context"
import { isAwaited, isYoung, nextCheck, retrySoon, advanceSchedule } from "./next-check"

/** The result of one status check. Amounts in cents. */
export type StatusCheck = {
  code: ReportedCode
  /** The checked token; the chain may have a newer one since. */
  token: string
  /** The answer names the checked token; any other answer proves nothing. */
  tokenAgrees: boolean
  amount: Cents | null
  /** An earlier check read S for the financed amount. */
  seenReadyBefore: boolean
  /** The application after the result was recorded. */
  application: ApplicationRecord
  /** The records before the check. */
  known: Aggregate
}

export type Patience = {
  /** Skips the repeat of a failed check, which the schedule makes. */
  once?: boolean
  /** The chain's newest token, if the caller just read it. */
  currentToken?: string
  /** The previous check's token was replaced during that check. */
  isRepeat?: boolean
}

/** Maximum length of a stored code; known codes have one letter. */
const LONGEST_CODE = 16

const OTHER_TOKEN = "The service's answer names another application than the one asked for."

const NOT_ANSWERED =
  "The service refuses to say how this application stands; it may have been replaced in the service's portal. Compare the order with the portal: until the service answers, nothing is captured or refunded from here."

const UNWATCHED =
  "The service has said nothing new for so long that it is not checked automatically any more: compare it with the service's portal."

/**
 * Reads the application's status with the shop's own credentials (endpoint 8) and records it. Discards an answer
 * that a newer check or token has overtaken. Throws FinancingError when the service does not answer; the schedule
 * does not advance then.
 */
export async function checkStatus(
  context: Context,
  application: ApplicationRecord,
  patience: Patience = {}
): Promise<StatusCheck> {
  const { currentToken, once = false, isRepeat = false } = patience
  const token = currentToken ?? (await context.tokens.currentOf(application.id))
  const startedAt = context.clock.dateIn(0)
  const answer = await requestStatus(context, application, { token, once })
  const known = await context.applications.readAggregate(application.id)
  const current = known.application
  const isReplaced = known.currentToken?.token !== token
  if (isReplaced && !isRepeat) {
    return await checkStatus(context, application, { once, isRepeat: true })
  }
  const seen = {
    token,
    amount: fromDollars(answer.loanAmount),
    seenReadyBefore: current.ready_at !== null,
  }
  if (isReplaced || answer.token !== token) {
    await advanceSchedule(context, current, { once })
    if (!isReplaced && (await isAwaited(context, current))) {
      await openAnswerCase(context, current, OTHER_TOKEN)
    }
    return { ...seen, code: "unknown", tokenAgrees: false, application: current, known }
  }
  const code = readStatusCode(answer.status)
  const isOvertaken = current.last_check_at !== null && new Date(current.last_check_at) > startedAt
  const updated = isOvertaken
    ? current
    : await record(context, known, { code, answer, startedAt, bySchedule: once })
  return { ...seen, code, tokenAgrees: true, application: updated, known }
}

async function requestStatus(
  context: Context,
  application: ApplicationRecord,
  { token, once }: { token: string; once: boolean }
): Promise<ApplicationStatus> {
  try {
    return await context.clients
      .for(application)
      .getStatus({ applicationToken: token }, { once, correlationId: application.id })
  } catch (error) {
    const isHeard = error instanceof FinancingError && error.code === "refused"
    const awaited = await isAwaited(context, application)
    const isDown = error instanceof FinancingError && !isHeard
    if (awaited ? isHeard : !isDown || !isYoung(context, application)) {
      await advanceSchedule(context, application, { once })
    } else if (awaited || application.next_check_at !== null) {
      await retrySoon(context, application, { awaited })
    }
    if (isHeard && awaited) {
      await openAnswerCase(context, application, NOT_ANSWERED)
    }
    throw error
  }
}

/** A refund in the portal may have replaced a settled application. */
async function openAnswerCase(
  context: Context,
  { id, state }: ApplicationRecord,
  what: string
): Promise<void> {
  const isSettled = state === "settling" || isPaidOut(state)
  await context.reviewCases.open(id, "answer", isSettled ? `${what} ${IF_REPLACED}` : what)
}

type Seen = { code: ReportedCode; answer: ApplicationStatus; startedAt: Date; bySchedule: boolean }

async function record(
  context: Context,
  known: Aggregate,
  { code, answer, startedAt, bySchedule }: Seen
): Promise<ApplicationRecord> {
  const { application } = known
  const amount = fromDollars(answer.loanAmount)
  const effects = localEffectsOf(known, context.clock.now())
  // While a money operation runs, the service may show the state before or after it.
  const state = effects.underWay
    ? application.state
    : keepEarlierState(application, stateOf(code, effects))
  const line = cleanLine(answer.status, LONGEST_CODE)
  // A text that only resembles a known code is not that code.
  const word = readStatusCode(line) === code ? line : "unknown"
  const codeChanged = application.code !== word
  // Only scheduled checks advance the schedule; a shopper's page may check every few seconds.
  const checksDone = codeChanged ? 0 : application.checks_done + (bySchedule ? 1 : 0)
  // Checks continue while an operation is unfinished.
  const isOpen = openOperationOf(known, context.clock.now()) !== null
  // Includes ended applications: the reconciliation stops their checks once it has acted.
  const seconds =
    secondsUntilCheck(context.options.polling.schedule, checksDone) ?? (isOpen ? LAST_DELAY : null)
  const isReady = isReadyToSettle(code) && amount === application.financed_cents
  const readyAt = application.ready_at ?? (isReady ? startedAt : null)
  // Time limits apply only to applications without an order.
  const untilLimit =
    application.order_id === null
      ? secondsUntilLimit(
          {
            code,
            hoursOpen: hoursBetween(application.created_at, startedAt),
            hoursReady: readyAt === null ? null : hoursBetween(readyAt, startedAt),
          },
          context.options.timeLimits
        )
      : null
  const planned = bySchedule || codeChanged ? null : application.next_check_at
  const next = nextCheck(context, { seconds, untilLimit, known: planned })
  const isListed = application.kind === "lost"
  if (next === null && !hasEnded(state) && !isPaidOut(state) && !isListed) {
    // Runs before the last check is recorded, so that a crash in between leads to one more check.
    await context.reviewCases.open(application.id, "unwatched", UNWATCHED)
  }
  const changes = {
    id: application.id,
    state,
    code: word,
    // Omitted for full applications, because it may echo the applicant's personal data.
    code_message: application.kind === "full" ? null : cleanLine(answer.message, 200) || null,
    lender: cleanLine(answer.lender, 100) || application.lender,
    tax_exempt: answer.taxExempt ?? application.tax_exempt,
    service_cents: clampInt32(amount),
    max_approval_cents:
      clampInt32(fromDollars(answer.maxApprovalAmount)) ?? application.max_approval_cents,
    ready_at: readyAt,
    approved_at: application.approved_at ?? (isApproved(code) ? startedAt : null),
    ...(isFunded(code) && application.paid_out_at === null
      ? { paid_out_at: startedAt, paid_out_cents: clampInt32(amount) }
      : {}),
    declined_at: state === "declined" ? (application.declined_at ?? startedAt) : null,
    settled: isSettledAfter(code === "unknown" ? (effects.ended ?? code) : code, {
      settled: application.settled,
      settleSent: effects.settleSent,
    }),
    checks_done: checksDone,
    last_check_at: startedAt,
    next_check_at: next,
    ...(isFunded(code) || hasEnded(state) ? WITHOUT_ADDRESS : {}),
  }
  if (!codeChanged) {
    return await context.applications.update(changes)
  }
  const updated = await context.outcomes.change(changes, {
    what: "status-changed",
    details: { from: application.code, to: code, state },
  })
  if (code === "B" && !(await context.home.isLocked(updated))) {
    // Notifies the shop's subscribers, without the link, which opens the application.
    const details = { order_id: updated.order_id, has_link: updated.customer_url !== null }
    await context.timeline.note(updated.id, "customer-must-sign-again", details)
  }
  return updated
}

/**
 * A pre-approved application is not open while the attach of its cart is in doubt. A decline stays declined after
 * the cancel that prevents a later signature.
 */
function keepEarlierState(
  { state }: ApplicationRecord,
  seen: ApplicationRecord["state"]
): ApplicationRecord["state"] {
  const isKept =
    state === "created" ? !hasEnded(seen) : state === "declined" && seen === "cancelled"
  return isKept ? state : seen
}

function hoursBetween(from: Date | string, to: Date): number {
  return (to.getTime() - new Date(from).getTime()) / 3_600_000
}

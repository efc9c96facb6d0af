import { describeNewSettle } from "../../../domain/review-causes"
import { provesRefund, questionAbout } from "../../../domain/doubt"
import { cents, subtract } from "../../../domain/money"
import {
  isEnded,
  isFunded,
  isReadyToSettle,
  readStatusCode,
  type SeenCode,
} from "../../../domain/status-codes"
import { findDoubt } from "./find-doubt"
import { finish } from "./finish-operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import { openOperationOf } from "../store/aggregate"
import type { Context } from "../context"
import type { StatusCheck } from "./check-status"
import { ifNoMoneyMoves } from "./money-lease"
import { wasReplaced } from "./was-replaced"

type Counted = { application: ApplicationRecord; operation: OperationRecord; code: SeenCode }

/** Writes down that a partial refund happened, and what is left to do about it. */
export async function countPartialRefund(
  context: Context,
  { application, operation, code }: Counted
): Promise<ApplicationRecord> {
  const { id, financed_cents, refunded_cents } = application
  const remaining = cents(operation.target_cents ?? financed_cents)
  const refunded = subtract(cents(financed_cents), remaining)
  const details = { cents: refunded - refunded_cents, remaining }
  const happened = { what: "partly-refunded" as const, details }
  const updated = await context.outcomes.confirmRefund({
    operation,
    application,
    refunded,
    happened,
  })
  await clearAnswered(context, updated)
  if (isReadyToSettle(code)) {
    await context.reviewCases.ask(id, "settle-again", describeNewSettle(remaining))
  }
  return updated
}

/** Writes down that everything that was left is refunded. */
export async function countFullRefund(
  context: Context,
  { application, operation }: Omit<Counted, "code">
): Promise<ApplicationRecord> {
  const refunded = cents(application.financed_cents)
  const details = { cents: refunded - application.refunded_cents }
  const happened = { what: "refunded" as const, details }
  const updated = await context.outcomes.confirmRefund({
    operation,
    application,
    refunded,
    happened,
  })
  await clearAnswered(context, updated)
  return updated
}

async function clearAnswered(
  context: Context,
  { id, review_reason, state }: ApplicationRecord
): Promise<void> {
  if (review_reason !== null) {
    const causes = state === "refunded" ? (["doubt"] as const) : (["doubt", "sign-again"] as const)
    await context.reviewCases.close(id, ...causes)
  }
}

/**
 * What a status check proves about a refund in doubt, written down. Our own full refund: T, unless a partial one,
 * made in the portal, is known to have put another application in its place. A partial refund
 * whose new token is known: that token, over the target amount, signed. Null when it proves nothing.
 * Call it under the money lease, with a status check of the token that the loan has by then.
 */
export async function confirmByCheck(
  context: Context,
  { doubt, seen }: { doubt: OperationRecord; seen: StatusCheck }
): Promise<ApplicationRecord | null> {
  const { application, code, tokenAgrees } = seen
  if (!tokenAgrees || !provesRefund(doubt, seen)) {
    return null
  }
  const counted = { application, operation: doubt, code }
  if (doubt.kind === "partial-refund") return await countPartialRefund(context, counted)
  return (await wasReplaced(context, application, doubt))
    ? null
    : await countFullRefund(context, counted)
}

/** What has ended takes no cancel any more, nor does what is funded: ours did it, or had no effect. */
async function endDoubtfulCancel(
  context: Context,
  { doubt, seen: { code, tokenAgrees } }: { doubt: OperationRecord; seen: StatusCheck }
): Promise<void> {
  const isOver = isEnded(code) || isFunded(code)
  if (doubt.kind === "cancel" && tokenAgrees && isOver) {
    await finish(context, doubt, { outcome: code === "O" ? "confirmed" : "refused" })
  }
}

/**
 * After any status check: a cancel in doubt is over once the application is, or is funded, and a refund in doubt that the status check
 * proves is confirmed. Core forgot the refund when
 * its answer was lost; it is entered again automatically. Leaves everything as it is while another money
 * operation is under way.
 */
export async function resolveInDoubt(context: Context, seen: StatusCheck): Promise<void> {
  const { id } = seen.application
  const open = openOperationOf(seen.known, context.clock.now())
  if (!open?.doubtful) {
    return
  }
  await ifNoMoneyMoves(context, id, async () => {
    const doubt = await findDoubt(context, id)
    // A partial refund may have replaced the token since it was looked at.
    if (doubt && seen.token === (await context.tokens.currentOf(id))) {
      await confirmByCheck(context, { doubt, seen })
      await endDoubtfulCancel(context, { doubt, seen })
    }
  })
}

/**
 * After a status check that learnt nothing: what is in doubt is listed all the same, with what can be done. A
 * process that died over its call, or right after it, could not say so any more.
 */
export async function tellOfDoubt(context: Context, applicationId: string): Promise<void> {
  const open = await context.applications.findOpenOperation(applicationId)
  if (!open?.doubtful) {
    return
  }
  await ifNoMoneyMoves(context, applicationId, async () => {
    const doubt = await findDoubt(context, applicationId)
    if (doubt) {
      const { code: last, customer_url } =
        await context.rows.retrieveFinancingApplication(applicationId)
      const code = last === null ? null : readStatusCode(last)
      const { cause, reason } = questionAbout(
        { kind: doubt.kind, hasNewToken: doubt.new_token !== null },
        { code, hasLink: customer_url !== null }
      )
      await context.reviewCases.ask(applicationId, cause, reason)
    }
  })
}

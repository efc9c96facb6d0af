import { provesRefund, questionAbout } from "../../../domain/doubt"
import { isEnded, isFunded, readStatusCode } from "../../../domain/status-codes"
import { findDoubt, ifNoMoneyMoves } from "./money-guard"
import { countFullRefund, countPartialRefund, finish } from "./finish-operation"
import type { ApplicationRecord, OperationRecord } from "../records"
import { openOperationOf } from "../store/aggregate"
import type { Context } from "../context"
import type { StatusCheck } from "./check-status"
import { wasReplaced } from "./list-hints"

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
export async function resolveByStatusCheck(context: Context, seen: StatusCheck): Promise<void> {
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

import { fromDollars } from "../../../domain/money"
import { LOST_UNNAMED, TWO_NAMED } from "../../../domain/review-shared"
import { describeNoCredentials } from "../../../domain/review-silence"
import { isEndedForGood, readStatusCode } from "../../../domain/status-codes"
import { type ApplicationStatus, FinancingError } from "../../../financing-api"
import { compact } from "../../../translation/medusa-rows"
import { clampInt32 } from "../clamp-int32"
import type { Context } from "../context"
import type { Aggregate } from "../store/aggregate"
import { type Found, listHints, readHint } from "./list-hints"

/** The processed postbacks that are kept of one lost application, and the newest tokens that are tried at a time. */
const MOST = { postbacks: 50, hints: 3 }

/**
 * Finds the token of a lost application among those that its postbacks name. A body is not signed, so a token counts
 * only if nothing in this database has it and the service reads it with the shop's credentials. Another one takes the
 * place of a known one that has ended: a partial refund in the portal makes one.
 */
export async function findTokenOfLost(
  context: Context,
  { application, currentToken }: Aggregate
): Promise<Found> {
  const { id, environment } = application
  await deleteOldPostbacks(context, id)
  const hints = await listHints(context, application, application)
  // A body that names only other applications' tokens says nothing about this one.
  if (hints === null ? currentToken : hints.length === 0) {
    return "nothing"
  }
  if (hints && !context.options.environments[environment]) {
    await context.reviewCases.ask(id, "lost-application", describeNoCredentials(environment))
    return "not-answered"
  }
  try {
    const read = (token: string) => readHint(context, { application, token })
    const found = compact(await Promise.all((hints ?? []).slice(0, MOST.hints).map(read)))
    const known = currentToken && (await read(currentToken.token))
    const next = found.find(isLive) ?? (currentToken ? null : found[0])
    if (next?.token && !(known && isLive(known))) {
      await context.tokens.add(application, next.token)
      const financed_cents = clampInt32(fromDollars(next.loanAmount)) ?? 0
      await context.rows.updateFinancingApplications({ id, financed_cents })
      return "token"
    }
    if (next) {
      await context.reviewCases.ask(id, "answer", TWO_NAMED)
    } else if (!currentToken) {
      await context.reviewCases.ask(id, "lost-application", LOST_UNNAMED)
    }
    return "nothing"
  } catch (error) {
    if (!(error instanceof FinancingError)) {
      throw error
    }
    // The next reconciliation asks the service again.
    return "not-answered"
  }
}

const isLive = ({ status }: ApplicationStatus) => !isEndedForGood(readStatusCode(status))

async function deleteOldPostbacks({ knex }: Context, application_id: string): Promise<void> {
  const processed = () =>
    knex("financing_postback").where({ application_id }).whereNotNull("processed_at")
  const old = processed().select("id").orderBy("created_at", "desc").offset(MOST.postbacks)
  await processed().whereIn("id", old).delete()
}

import { type ApplicationStatus, FinancingError, RefusedError } from "../../../financing-api"
import { readPostback, readUuid } from "../../../translation/postback"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { isEndedForGood, readStatusCode } from "../../../domain/status-codes"

/** The newest tokens that are tried, of so many postbacks: anybody may have written them. */
const MOST_HINTS = 10
const MOST_POSTBACKS = 200

/** Milliseconds that the clocks of two servers, which date their own rows, may be apart. */
const CLOCKS = 120_000

/** Tokens that postbacks named since then and that nothing here has, newest first; null where they named none at all. */
export async function listHints(
  context: Context,
  application: ApplicationRecord,
  { created_at }: Pick<OperationRecord, "created_at">
): Promise<string[] | null> {
  const since = new Date(new Date(created_at).getTime() - CLOCKS)
  const postbacks = await context.rows.listFinancingPostbacks(
    { application_id: application.id, created_at: { $gte: since } },
    { order: { created_at: "DESC" }, take: MOST_POSTBACKS, select: ["id", "fields", "body"] }
  )
  const named = postbacks.map(({ fields, body }) => readUuid(fields ?? readPostback(body ?? "")))
  const hints: string[] = []
  for (const uuid of new Set(named)) {
    if (hints.length < MOST_HINTS && uuid && (await context.tokens.onlyIfNew(application, uuid))) {
      hints.push(uuid)
    }
  }
  return named.some(Boolean) ? hints : null
}

/** `token`: one was taken into the chain. `not-answered`: the service has to be asked once more. */
export type Found = "token" | "nothing" | "not-answered"

/** Null where the service knows no such token, or answers about another one. Throws FinancingError. */
export async function readHint(
  context: Context,
  { application, token }: { application: ApplicationRecord; token: string },
  patience: { once?: boolean } = {}
): Promise<ApplicationStatus | null> {
  try {
    const client = context.clients.for(application)
    const answer = await client.getStatus({ applicationToken: token }, patience)
    return answer.token === token ? answer : null
  } catch (error) {
    // Anything else is no answer, and "too busy" is none.
    if (error instanceof RefusedError && error.code === "refused") {
      return null
    }
    throw error
  }
}

/** The newest, and each of them once: the lease on the application's money is held meanwhile. */
const MOST_ASKED = 3

/**
 * T on a token can mean that all of it was refunded, or that a partial refund put another application in
 * its place. Where a postback since our full refund names one that lives on, by the status read with
 * our own credentials, T proves nothing of that refund. Nor does it while the service cannot be asked.
 */
export async function wasReplaced(
  context: Context,
  application: ApplicationRecord,
  refund: OperationRecord
): Promise<boolean> {
  const hints = (await listHints(context, application, refund)) ?? []
  for (const uuid of hints.slice(0, MOST_ASKED)) {
    if (await livesOn(context, application, uuid)) {
      return true
    }
  }
  return false
}

async function livesOn(
  context: Context,
  application: ApplicationRecord,
  token: string
): Promise<boolean> {
  try {
    const answer = await readHint(context, { application, token }, { once: true })
    return answer !== null && !isEndedForGood(readStatusCode(answer.status))
  } catch (error) {
    if (!(error instanceof FinancingError)) {
      throw error
    }
    return true
  }
}

import { type ApplicationStatus, FinancingError, RefusedError } from "../../../financing-api"
import { readPostback, readUuid } from "../../../translation/postback"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { isEndedForGood, readStatusCode } from "../../../domain/status-codes"

/** Maximum number of tokens tried; postbacks may come from anyone. */
const MOST_HINTS = 10
const MOST_POSTBACKS = 200

/** Tolerated clock skew between two servers in milliseconds. */
const CLOCKS = 120_000

/** Lists unknown tokens from postbacks since then, newest first; null where no postback names a token. */
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

/** `token`: one was added to the chain. `not-answered`: ask the service again. */
export type Found = "token" | "nothing" | "not-answered"

/** Null where the service does not know the token or answers about another one. Throws FinancingError. */
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
    // Any other error, such as "too busy", is not an answer.
    if (error instanceof RefusedError && error.code === "refused") {
      return null
    }
    throw error
  }
}

/** Limits the distinct newest tokens checked, because the money lease is held. */
const MOST_ASKED = 3

/**
 * Whether T proves no full refund. T can mean a full refund or a partial one that put another application in its
 * place: a postback since the refund names a token that is still live at the service. Also true while the service
 * does not answer.
 */
export async function wasReplaced(
  context: Context,
  application: ApplicationRecord,
  refund: OperationRecord
): Promise<boolean> {
  const hints = (await listHints(context, application, refund)) ?? []
  try {
    for (const token of hints.slice(0, MOST_ASKED)) {
      const answer = await readHint(context, { application, token }, { once: true })
      if (answer && !isEndedForGood(readStatusCode(answer.status))) return true
    }
    return false
  } catch (error) {
    if (!(error instanceof FinancingError)) throw error
    return true
  }
}

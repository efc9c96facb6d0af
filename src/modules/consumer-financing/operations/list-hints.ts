import { readPostback, readUuid } from "../../../translation/postback"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"

/** The newest tokens that are tried, of so many postbacks: anybody may have written them. */
const MOST_HINTS = 10
const MOST_POSTBACKS = 200

/** Milliseconds that the clocks of two servers, which date their own rows, may be apart. */
const CLOCKS = 120_000

/** Tokens that postbacks named since the operation began and that no application has, newest first. */
export async function listHints(
  context: Context,
  application: ApplicationRecord,
  { created_at }: OperationRecord
): Promise<string[]> {
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
  return hints
}

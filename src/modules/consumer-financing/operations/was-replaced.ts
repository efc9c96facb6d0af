import { isEndedForGood, readStatusCode } from "../../../domain/status-codes"
import { FinancingError } from "../../../financing-api"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { listHints, readHint } from "./list-hints"

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

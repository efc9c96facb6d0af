import { ENDED_CODES, readStatusCode } from "../../../domain/status-codes"
import { FinancingError, RefusedError } from "../../../financing-api"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { FinancingDesk } from "../desk"
import { listHints } from "./list-hints"

/**
 * T on a token can mean that all of it was refunded, or that a partial refund put another application in
 * its place. Where a postback since our full refund names one that lives on, by the status read with
 * our own credentials, T proves nothing of that refund. Nor does it while the service cannot be asked.
 */
export async function wasReplaced(
  desk: FinancingDesk,
  application: ApplicationRecord,
  refund: OperationRecord
): Promise<boolean> {
  for (const uuid of await listHints(desk, application, refund)) {
    if (await livesOn(desk, application, uuid)) {
      return true
    }
  }
  return false
}

async function livesOn(
  desk: FinancingDesk,
  application: ApplicationRecord,
  applicationToken: string
): Promise<boolean> {
  try {
    const { token, status } = await desk.clientOf(application).getStatus({ applicationToken })
    return token === applicationToken && !ENDED_CODES.includes(readStatusCode(status))
  } catch (error) {
    // The service knows no such token; anything else is no answer, and "too busy" is none.
    if (error instanceof FinancingError) {
      return !(error instanceof RefusedError && error.code === "refused")
    }
    throw error
  }
}

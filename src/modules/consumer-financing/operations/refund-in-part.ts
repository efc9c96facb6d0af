import { type Cents, cents, inWords, subtract } from "../../../domain/money"
import { type SeenCode, isFunded, readStatusCode } from "../../../domain/status-codes"
import type { PartialRefundAnswer, PartialRefundBody } from "../../../financing-api"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { finish, journaled } from "../journal"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { FinancingDesk } from "../desk"
import { look } from "./look"
import type { RefundInHand } from "./refund"
import { refusal } from "./refusal"

/**
 * Refunds a part (endpoint 13): the service refunds the whole loan and writes a new one for what
 * remains, under a new token. Without a usable new token the refund stays in doubt.
 */
export async function refundInPart(
  desk: FinancingDesk,
  inHand: RefundInHand & { remainingCart: PartialRefundBody }
): Promise<ApplicationRecord> {
  const { application, lease, remaining, reference, remainingCart: body } = inHand
  const token = await desk.tipOf(application.id)
  const intent = {
    applicationId: application.id,
    kind: "partial-refund" as const,
    token,
    target: remaining,
    reference,
    deadline: desk.options.deadlines.money,
  }
  let journal: { operation: OperationRecord; answer: PartialRefundAnswer }
  try {
    journal = await journaled(desk, { intent, lease }, (correlationId) =>
      desk.clientOf(application).partialRefund({ applicationToken: token, body }, { correlationId })
    )
  } catch (error) {
    await desk.lookSoon(application.id)
    throw toMerchantError(error)
  }
  const { operation, answer } = journal
  const newToken = await desk.onlyIfNew(application, answer.token)
  if (newToken === null) {
    return await leaveInDoubt(desk, operation, "The service answered without a new token.")
  }
  return await adoptAnswer(desk, inHand, { operation, newToken, status: answer.status })
}

type Answered = { operation: OperationRecord; newToken: string; status: string | null }

async function adoptAnswer(
  desk: FinancingDesk,
  { application, remaining, amount }: RefundInHand,
  { operation, newToken, status }: Answered
): Promise<ApplicationRecord> {
  await desk.addToken(application, newToken)
  await finish(desk, operation, { outcome: "intended", new_token: newToken })
  // An older shape of the answer says "ok" where the new application's code is due.
  const code =
    status === "ok" ? await readNewCode(desk, application, remaining) : readStatusCode(status)
  if (!isFunded(code) && code !== "S") {
    return await leaveInDoubt(desk, operation, WHY_HELD[code] ?? WHY_HELD.unknown)
  }
  await finish(desk, operation, { outcome: "confirmed" })
  await desk.note(application.id, "partly-refunded", { cents: amount, remaining })
  const updated = await desk.recordRefund(
    application.id,
    subtract(cents(application.financed_cents), remaining)
  )
  if (code === "S") {
    await desk.askForAttention(
      application.id,
      "refund",
      `The refund made a new application over ${inWords(remaining)}, which has to be settled.`
    )
  }
  return updated
}

const WHY_HELD: Partial<Record<SeenCode, string>> & { unknown: string } = {
  B: "The customer has to sign again before the partial refund counts.",
  unknown: "The service answered the partial refund with a status that does not prove it.",
}

async function readNewCode(
  desk: FinancingDesk,
  application: ApplicationRecord,
  remaining: Cents
): Promise<SeenCode> {
  const seen = await look(desk, application).catch(() => null)
  return seen && seen.tokenAgrees && seen.amount === remaining ? seen.code : "unknown"
}

async function leaveInDoubt(
  desk: FinancingDesk,
  operation: OperationRecord,
  why: string
): Promise<never> {
  await finish(desk, operation, { outcome: "in-doubt", error_code: "unproven" })
  await desk.askForAttention(operation.application_id, "refund", why)
  throw refusal(
    `${why} It is not counted as refunded: compare the order with the service's portal before anything else is done.`
  )
}

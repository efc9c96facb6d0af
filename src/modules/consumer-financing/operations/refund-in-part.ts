import { questionAbout } from "../../../domain/doubt"
import type { ItemListName } from "../../../domain/item-list-name"
import type { Cents } from "../../../domain/money"
import { isSigned, readStatusCode, type SeenCode } from "../../../domain/status-codes"
import type { PartialRefundAnswer, PartialRefundBody } from "../../../financing-api"
import { isUserFacing } from "../../../translation/sentence"
import { runOperation } from "./run-operation"
import { persist } from "../persist"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { Context } from "../context"
import { findDoubtAfterRefund, refundFailed } from "./find-doubt-after-refund"
import { checkStatus } from "./check-status"
import type { RefundInHand } from "./refund-in-full"
import { refusal } from "./refusal"
import { countPartialRefund } from "./count-refund"

/**
 * Refunds a part (endpoint 13): the service refunds the whole loan and writes a new one for what
 * remains, under a new token. Without a usable new token the refund stays in doubt. How that ends, from
 * the intent to Medusa's row, is told in `domain/doubt.ts`.
 */
export async function refundInPart(
  context: Context,
  inHand: RefundInHand & { remainingCart: PartialRefundBody }
): Promise<ApplicationRecord> {
  const { application, token, lease, remaining, reference, remainingCart, happened } = inHand
  const body = namedItems(remainingCart, context.options.partialRefundItems)
  const intent = {
    applicationId: application.id,
    kind: "partial-refund" as const,
    token,
    target: remaining,
    reference,
    deadline: context.options.deadlines.money,
    happened,
  }
  let journal: { operation: OperationRecord; answer: PartialRefundAnswer }
  try {
    journal = await runOperation(context, { application, intent, lease }, (correlationId) =>
      context.clients
        .for(application)
        .partialRefund({ applicationToken: token, body }, { correlationId })
    )
  } catch (error) {
    await context.schedule.checkSoon(application.id)
    const doubt = await findDoubtAfterRefund(context, { application, reference }, error)
    throw refundFailed(error, { isInDoubt: doubt !== null })
  }
  const { operation, answer } = journal
  try {
    const newToken = await persist(() => adoptIfNew(context, { operation, application, answer }))
    return newToken === null
      ? await leaveInDoubt(context, operation, null)
      : await judgeAnswer(context, inHand, { operation, newToken, status: answer.status })
  } catch (error) {
    // Answered, and not written down: as if the answer had been lost.
    throw isUserFacing(error) ? error : refundFailed(error, { isInDoubt: true })
  }
}

/** The list of items by the name that this service takes it by. */
function namedItems({ items, ...rest }: PartialRefundBody, name: ItemListName): PartialRefundBody {
  if (name === "items") return { ...rest, items }
  return { ...rest, ...(name === "both" ? { items } : {}), applicationItems: items }
}

type Adopting = {
  operation: OperationRecord
  application: ApplicationRecord
  answer: PartialRefundAnswer
}

/** The new token, known here from now on; null where the answer has none. Also when it is tried again. */
async function adoptIfNew(
  context: Context,
  { operation, application, answer: { token } }: Adopting
): Promise<string | null> {
  const newToken = await context.tokens.onlyIfNew(application, token)
  if (newToken !== null) {
    await context.outcomes.adoptToken({ operation, application, token: newToken })
    return newToken
  }
  const { new_token } = await context.rows.retrieveFinancingOperation(operation.id)
  return token !== null && new_token === token ? token : null
}

type Answered = { operation: OperationRecord; newToken: string; status: string | null }

async function judgeAnswer(
  context: Context,
  { application, remaining }: RefundInHand,
  { operation, newToken, status }: Answered
): Promise<ApplicationRecord> {
  // An older shape of the answer says "ok" where the new application's code is due.
  const code =
    status?.toLowerCase() === "ok"
      ? await readNewCode(context, application, remaining)
      : readStatusCode(status)
  return isSigned(code)
    ? await countPartialRefund(context, { application, operation, code })
    : await leaveInDoubt(context, { ...operation, new_token: newToken }, code)
}

/** Null: there was no new token to read a code of. */
function describeHeld(code: SeenCode | null): string {
  if (code === null) return "The service answered without a new token."
  return code === "B"
    ? "The customer has to sign again before the partial refund counts."
    : "The service answered the partial refund with a status that does not prove it."
}

async function readNewCode(
  context: Context,
  application: ApplicationRecord,
  remaining: Cents
): Promise<SeenCode> {
  const seen = await checkStatus(context, application).catch(() => null)
  return seen && seen.tokenAgrees && seen.amount === remaining ? seen.code : "unknown"
}

async function leaveInDoubt(
  context: Context,
  operation: OperationRecord,
  code: SeenCode | null
): Promise<never> {
  const { customer_url } = await context.rows.retrieveFinancingApplication(operation.application_id)
  const question = questionAbout(
    { kind: operation.kind, hasNewToken: operation.new_token !== null },
    { code, hasLink: customer_url !== null }
  )
  await context.reviewCases.leaveInDoubt(operation, { error_code: "unproven" }, question)
  await context.schedule.checkSoon(operation.application_id)
  const held = `${describeHeld(code)} It is not counted as refunded: compare the order with the service's portal before anything else is done.`
  throw refundFailed(refusal(held), { isInDoubt: true })
}

import { cents, fromDollars, subtract } from "../../../domain/money"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { isFunded, readStatusCode } from "../../../domain/status-codes"
import { toValidationRequest } from "../../../translation/validation-request"
import { finish } from "../journal"
import type { ApplicationRecord, OperationRecord } from "../records"
import type { FinancingDesk } from "../desk"

export type Hint = {
  application: ApplicationRecord
  /** The token that a postback named. Anyone who knows the address can have written it. */
  uuid: string
  /** What the customer applied for, where it can still be read and is unchanged. */
  snapshot: OrderSnapshot | null
}

/**
 * While a create or a partial refund is in doubt, a postback's token may be the one whose answer was
 * lost. It is believed only when the status read with our own credentials, the amount, and
 * endpoint 15 with the order's details all agree. True when the token was taken into the chain.
 */
export async function believeHint(
  desk: FinancingDesk,
  { application, uuid, snapshot }: Hint
): Promise<boolean> {
  const operation = await findLostAnswer(desk, application.id)
  const isNew = (await desk.onlyIfNew(application, uuid)) !== null
  if (!operation?.target_cents || !isNew || !snapshot) {
    return false
  }
  const client = desk.clientOf(application)
  const answer = await client.getStatus({ applicationToken: uuid })
  const loanAmount = cents(operation.target_cents)
  if (answer.token !== uuid || fromDollars(answer.loanAmount) !== loanAmount) {
    return false
  }
  const word = await client.validatePostback(
    toValidationRequest({ token: uuid, snapshot, loanAmount })
  )
  if (word !== "VERIFIED_PT") {
    return false
  }
  await desk.addToken(application, uuid)
  await desk.note(application.id, "lost-token-found", { operation: operation.kind })
  const code = readStatusCode(answer.status)
  const isProven = operation.kind === "create" || isFunded(code) || code === "S"
  await finish(desk, operation, {
    outcome: isProven ? "confirmed" : "in-doubt",
    new_token: uuid,
  })
  if (isProven && operation.kind === "partial-refund") {
    await desk.recordRefund(application.id, subtract(cents(application.financed_cents), loanAmount))
  }
  return true
}

/** The newest create or partial refund whose answer never came, once its call has certainly ended. */
async function findLostAnswer(
  desk: FinancingDesk,
  applicationId: string
): Promise<OperationRecord | null> {
  const [operation] = await desk.listFinancingOperations(
    {
      application_id: applicationId,
      kind: ["create", "partial-refund"],
      outcome: ["intended", "in-doubt"],
    },
    { order: { created_at: "DESC" }, take: 1 }
  )
  const hasEnded =
    operation?.outcome === "in-doubt" ||
    (operation !== undefined && new Date(operation.deadline_at) < new Date())
  return operation && hasEnded ? operation : null
}

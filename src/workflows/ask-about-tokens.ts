import type { MedusaContainer } from "@medusajs/framework/types"
import { cents, type Cents } from "../domain/money"
import type { ValidatePostbackBody } from "../financing-api"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord, OperationRecord } from "../modules/consumer-financing/records"
import { toBareValidationRequest, toValidationRequest } from "../translation/validation-request"
import { readUnchangedSnapshot } from "../medusa/read-store"

const UNANSWERED = "unanswered"

/**
 * Endpoint 15's word about each of the tokens that is one of the application's own, whatever its
 * place in the chain; with the order's details while they can still be read unchanged, and over the
 * amount that this very token was about: a late postback names one that was replaced since. Others are
 * not asked about: anyone who knows a postback's address could make us call as often as they like.
 */
export async function askAboutTokens(
  container: MedusaContainer,
  applicationId: string,
  uuids: Set<string>
): Promise<Map<string, string>> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const own = await financing.listFinancingTokens(
    { application_id: applicationId, token: [...uuids] },
    { select: ["token", "position"] }
  )
  const words = new Map<string, string>()
  if (own.length === 0) {
    return words
  }
  const { application, currentToken, operations } =
    await financing.applications.readAggregate(applicationId)
  const snapshot = await readUnchangedSnapshot({ financing, application })
  const refunds = operations.filter(({ kind }) => kind === "partial-refund")
  for (const { token, position } of own) {
    const isTip = token === currentToken?.token
    const loanAmount = financedUnder(application, {
      token,
      isTip,
      isFirst: position === 1,
      refunds,
    })
    const request =
      snapshot && loanAmount !== null
        ? toValidationRequest({ token, snapshot, loanAmount })
        : toBareValidationRequest(token)
    words.set(token, await askService(() => financing.clients.for(application), request))
  }
  return words
}

type Link = {
  token: string
  isTip: boolean
  isFirst: boolean
  refunds: Pick<OperationRecord, "new_token" | "target_cents">[]
}

/** What a token of the chain was, or is, about; null where nobody here knows. */
function financedUnder(
  { financed_cents, refunded_cents }: ApplicationRecord,
  { token, isTip, isFirst, refunds }: Link
): Cents | null {
  const made = refunds.find(({ new_token }) => new_token === token)
  if (made?.target_cents != null) return cents(made.target_cents)
  if (isTip) return cents(financed_cents - refunded_cents)
  return isFirst ? cents(financed_cents) : null
}

type Client = { validatePostback: (request: ValidatePostbackBody) => Promise<string> }

/** Only a label is missing when nobody answers, or the environment's credentials are gone. */
async function askService(client: () => Client, request: ValidatePostbackBody): Promise<string> {
  try {
    return await client().validatePostback(request)
  } catch {
    return UNANSWERED
  }
}

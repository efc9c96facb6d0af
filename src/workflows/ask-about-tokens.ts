import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cents } from "../domain/money"
import type { ValidatePostbackBody } from "../financing-api"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toBareValidationRequest, toValidationRequest } from "../translation/validation-request"
import { readUnchangedSnapshot } from "./read-store"

const UNANSWERED = "unanswered"

/**
 * Endpoint 15's word about each of the tokens that is one of the application's own, whatever its
 * place in the chain; with the order's details while they can still be read unchanged. Others are
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
    { select: ["token"] }
  )
  const words = new Map<string, string>()
  if (own.length === 0) {
    return words
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const application = await financing.retrieveFinancingApplication(applicationId)
  const snapshot = await readUnchangedSnapshot(query, { financing, application })
  const loanAmount = cents(application.financed_cents - application.refunded_cents)
  for (const { token } of own) {
    const request = snapshot
      ? toValidationRequest({ token, snapshot, loanAmount })
      : toBareValidationRequest(token)
    words.set(token, await askService(() => financing.clientOf(application), request))
  }
  return words
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

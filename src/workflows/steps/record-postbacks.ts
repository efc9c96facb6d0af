import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { cents } from "../../domain/money"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readUuid } from "../../translation/postback"
import { toBareValidationRequest, toValidationRequest } from "../../translation/validation-request"
import { readUnchangedSnapshot } from "../read-store"
import type { Inbox } from "./read-inbox"

/**
 * Files the postbacks as labels: known fields only, the raw body dropped, and endpoint 15's word
 * about each token named. With the order's details while they can still be read unchanged.
 */
export const recordPostbacksStep = createStep(
  "record-financing-postbacks",
  async ({ inbox }: { inbox: Inbox; synced: unknown }, { container }) => {
    const { applicationId, postbacks } = inbox
    const financing = container.resolve(CONSUMER_FINANCING)
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const application = await financing.retrieveFinancingApplication(applicationId)
    const snapshot = await readUnchangedSnapshot(query, { financing, application })
    const loanAmount = cents(application.financed_cents - application.refunded_cents)
    const words = new Map<string, string>()
    for (const uuid of new Set(postbacks.map(({ fields }) => readUuid(fields)))) {
      if (uuid) {
        const request = snapshot
          ? toValidationRequest({ token: uuid, snapshot, loanAmount })
          : toBareValidationRequest(uuid)
        const word = await financing
          .clientOf(application)
          .validatePostback(request)
          .catch(() => "unanswered")
        words.set(uuid, word)
      }
    }
    const processedAt = new Date()
    await financing.updateFinancingPostbacks(
      postbacks.map(({ id, fields, attempts }) => ({
        id,
        fields,
        body: null,
        validation: words.get(readUuid(fields) ?? "") ?? null,
        attempts: attempts + 1,
        processed_at: processedAt,
      }))
    )
    if (postbacks.length > 0) {
      const labels = [
        ...new Set(postbacks.map(({ fields }) => fields.payment_status ?? "unlabelled")),
      ]
      await financing.note(applicationId, "postbacks-received", { count: postbacks.length, labels })
    }
    return new StepResponse({ processed: postbacks.length })
  }
)

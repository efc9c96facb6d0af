import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { FinancingError } from "../../financing-api"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { type PostbackFields, readPostback, readUuid } from "../../translation/postback"
import { readUnchangedSnapshot } from "../read-store"

export type Inbox = {
  applicationId: string
  postbacks: { id: string; fields: PostbackFields; attempts: number }[]
}

/** Enough for any burst: what is beyond it is read the next time. */
const BATCH = 200

/**
 * Reads what waits in an application's inbox. Only while an answer of the service was lost may a
 * token that a postback names serve as a hint, and it is believed only after three checks.
 */
export const readInboxStep = createStep(
  "read-financing-inbox",
  async ({ application_id: id }: { application_id: string }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const rows = await financing.listFinancingPostbacks(
      { application_id: id, processed_at: null },
      { order: { created_at: "ASC" }, take: BATCH }
    )
    const postbacks = rows.map(({ id, body, attempts }) => ({
      id,
      attempts,
      fields: readPostback(body ?? ""),
    }))
    // Somebody told us something: the schedule of looks begins anew.
    const application = await financing.updateFinancingApplications({ id, looks_done: 0 })
    const uuids = new Set(postbacks.map(({ fields }) => readUuid(fields)))
    for (const uuid of uuids) {
      if (uuid && (await financing.onlyIfNew(application, uuid))) {
        const snapshot = await readUnchangedSnapshot(query, { financing, application })
        await financing.believeHint({ application, uuid, snapshot }).catch(onlyServiceErrors)
      }
    }
    return new StepResponse<Inbox>({ applicationId: id, postbacks })
  }
)

function onlyServiceErrors(error: unknown): false {
  if (error instanceof FinancingError) {
    return false
  }
  throw error
}

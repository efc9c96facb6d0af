import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { type PostbackFields, readPostback } from "../../translation/postback"

export type Inbox = {
  applicationId: string
  postbacks: { id: string; fields: PostbackFields; attempts: number }[]
}

/** Enough for any burst: what is beyond it is read the next time. */
const BATCH = 200

/** Reads what waits in an application's inbox. Nothing of it decides anything: a sync follows. */
export const readInboxStep = createStep(
  "read-financing-inbox",
  async ({ application_id: id }: { application_id: string }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const rows = await financing.listFinancingPostbacks(
      { application_id: id, processed_at: null },
      { order: { created_at: "ASC" }, take: BATCH }
    )
    const postbacks = rows.map(({ id, body, attempts }) => ({
      id,
      attempts,
      fields: readPostback(body ?? ""),
    }))
    await financing.schedule.beginLooksAnew(id)
    return new StepResponse<Inbox>({ applicationId: id, postbacks })
  }
)

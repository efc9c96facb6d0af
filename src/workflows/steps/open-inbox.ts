import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { type PostbackFields, readPostback } from "../../translation/postback"

export type Inbox = {
  applicationId: string
  postbacks: { id: string; fields: PostbackFields; attempts: number }[]
}

/** Reads what waits in an application's inbox. Nothing of it decides anything: a reconciliation follows. */
export const openInboxStep = createStep(
  "open-financing-inbox",
  async ({ application_id: applicationId }: { application_id: string }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { waiting, putAside } = await financing.openInbox(applicationId)
    if (putAside > 0) {
      await financing.timeline.note(applicationId, "postbacks-put-aside", { count: putAside })
    }
    const postbacks = waiting.map(({ id, body, attempts }) => ({
      id,
      attempts,
      fields: readPostback(body ?? ""),
    }))
    await financing.schedule.restartSchedule(applicationId)
    return new StepResponse<Inbox>({ applicationId, postbacks })
  }
)

import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { processPostbacksWorkflow } from "./process-postbacks"

export type ProcessPostbackAgainInput = {
  postback_id: string
  /** Who wants it: the id of an admin user, never a name. */
  actor: string
}

const openAgainStep = createStep(
  "open-postback-again",
  async ({ postback_id, actor }: ProcessPostbackAgainInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const postback = await financing.retrieveFinancingPostback(postback_id)
    if (postback.processed_at === null) {
      await financing.updateFinancingPostbacks({ id: postback.id, attempts: 0 })
    }
    await financing.timeline.noteBy(actor, postback.application_id, {
      what: "postback-processed-again",
      details: { postback_id },
    })
    return new StepResponse({ application_id: postback.application_id })
  }
)

/**
 * A person wants a postback processed again: it is read if it still waits, however often it was tried,
 * and in any case both worlds are compared, which is all that a postback ever leads to.
 */
export const processPostbackAgainWorkflow = createWorkflow(
  "process-financing-postback-again",
  (input: ProcessPostbackAgainInput) => {
    const opened = openAgainStep(input)
    processPostbacksWorkflow.runAsStep({ input: opened })
    return new WorkflowResponse(
      transform({ opened }, ({ opened: { application_id } }) => ({ application_id }))
    )
  }
)

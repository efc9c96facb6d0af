import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { openInboxStep } from "./steps/open-inbox"
import { recordPostbacksStep } from "./steps/record-postbacks"
import { syncApplicationWorkflow } from "./sync-application"

/**
 * Works off an application's inbox: however many postbacks wait, they wake one look. What they say
 * decides nothing; endpoint 15's word about them is recorded beside them.
 */
export const processPostbacksWorkflow = createWorkflow(
  "process-financing-postbacks",
  (input: { application_id: string }) => {
    const inbox = openInboxStep(input)
    const sync = transform({ input, inbox }, ({ input: { application_id } }) => ({
      application_id,
      cause: "postback" as const,
    }))
    const synced = syncApplicationWorkflow.runAsStep({ input: sync })
    const recorded = recordPostbacksStep({ inbox, synced })
    return new WorkflowResponse(recorded)
  }
)

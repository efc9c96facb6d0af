import type { MedusaContainer } from "@medusajs/framework/types"
import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { inSpan } from "../in-span"
import { openInboxStep } from "./steps/open-inbox"
import { recordPostbacksStep } from "./steps/record-postbacks"
import { reconcileApplicationWorkflow } from "./reconcile-application"

/**
 * Works off an application's inbox (a pre-approval's is `process-pre-approval.ts`): however many postbacks wait, they
 * restart its schedule of checks and wake one reconciliation (`reconciliation/reconcile.ts`), whose actions are the
 * list in `reconciliation/act.ts`. What postbacks say decides nothing, but that a token which they name is tried while
 * a create or a partial refund is in doubt (`find-lost-token.ts`). Endpoint 15's word about them is recorded beside
 * them. What fails here is worked off later by `jobs/watch-applications.ts`.
 *
 * From a signature to its order: `reconcile` asks the service, `decide` says `place-order`, `completeCart` has
 * core complete the cart, core asks our provider's `authorize`, which asks the service once more.
 */
export const processPostbacksWorkflow = createWorkflow(
  "process-financing-postbacks",
  (input: { application_id: string }) => {
    const inbox = openInboxStep(input)
    const reconcile = transform({ input, inbox }, ({ input: { application_id } }) => ({
      application_id,
      cause: "postback" as const,
    }))
    const reconciled = reconcileApplicationWorkflow.runAsStep({ input: reconcile })
    const recorded = recordPostbacksStep({ inbox, reconciled })
    return new WorkflowResponse(recorded)
  }
)

/** Works off what waits in an application's inbox, as one batch. */
export async function workOffInbox(
  container: MedusaContainer,
  applicationId: string
): Promise<void> {
  const input = { application_id: applicationId }
  await inSpan("inbox", input, async (note) => {
    const { result } = await processPostbacksWorkflow(container).run({ input })
    note({ postbacks: result.processed })
  })
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { inSpan } from "../in-span"
import { processPostbacksWorkflow } from "./process-postbacks"

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

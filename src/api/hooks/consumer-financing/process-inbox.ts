import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { workOffInbox } from "../../../workflows/process-postbacks"
import { coalesce } from "../../coalesce"

type Inbox = { container: MedusaContainer; applicationId: string }

/** Milliseconds. A burst about one application, or somebody's loop, is worked off twice a second. */
const PAUSE = 500

/** Works off an application's inbox after its postbacks were answered. Never rejects. */
export const processInbox = coalesce(
  ({ applicationId }: Inbox) => applicationId,
  async ({ container, applicationId }) => {
    try {
      await workOffInbox(container, applicationId)
    } catch (error) {
      // The job works the inbox off later; nothing is lost.
      const kind = error instanceof Error ? error.name : "unknown"
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`consumer-financing: postbacks of ${applicationId} are still to process (${kind})`)
    }
  },
  PAUSE
)

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import { workOffInbox } from "../../../workflows/process-postbacks"
import { coalesce } from "../../coalesce"

/** Bodies longer than this many characters of a content type are nobody's. */
const LONGEST_TYPE = 100

type Postback = { applicationId: string; text: string; bytes: number }

/** Puts a postback into an application's inbox. `not-found`: there is no such application. */
export async function receiveFor(
  req: MedusaRequest,
  { applicationId, text, bytes }: Postback
): Promise<"received" | "not-found" | "failed"> {
  try {
    await req.scope.resolve(CONSUMER_FINANCING).createFinancingPostbacks({
      application_id: applicationId,
      content_type: req.get("content-type")?.slice(0, LONGEST_TYPE) ?? null,
      bytes,
      body: text,
    })
    return "received"
  } catch (error) {
    return saysNotFound(error) ? "not-found" : "failed"
  }
}

/** The row has no application to belong to. Anything else is our own trouble. */
function saysNotFound(error: unknown): boolean {
  return error instanceof MedusaError && error.type === MedusaError.Types.NOT_FOUND
}

/** Nothing was written. A service that repeats its postbacks should repeat this one. */
export function answerTryAgain(res: MedusaResponse): void {
  res.setHeader("Retry-After", "30")
  res.status(503).json({ type: "unavailable", message: "Not received; please try again" })
}

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

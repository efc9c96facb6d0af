import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import type { Environment } from "../../../options/options"
import { processInboxBatch } from "../../../workflows/process-postbacks"
import { logFailure } from "../../../workflows/log-failure"
import { coalesce } from "../../coalesce"

/** Maximum length of a content type. */
const LONGEST_TYPE = 100

/**
 * Stores a postback in an application's inbox, even if a restored database lacks the application. Returns whether it
 * is stored.
 */
export async function storePostback(
  req: MedusaRequest,
  { applicationId, text, bytes }: { applicationId: string; text: string; bytes: number }
): Promise<boolean> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const postback = {
    application_id: applicationId,
    content_type: req.get("content-type")?.slice(0, LONGEST_TYPE) ?? null,
    bytes,
    body: text,
  }
  // The signed address contains the environment.
  const signed = { id: applicationId, environment: req.params.environment as Environment }
  try {
    await financing.applications.withRestoredRecord(signed, () => financing.addPostback(postback))
    return true
  } catch {
    return false
  }
}

/** Nothing was stored, so the service should repeat the postback. */
export function respondUnavailable(res: MedusaResponse): void {
  res.setHeader("Retry-After", "30")
  res.status(503).json({ type: "unavailable", message: "Not received; please try again" })
}

/** Processes a burst of postbacks about one application twice a second. */
const PAUSE_MS = 500

/** Processes an application's inbox after its postbacks were answered. Never rejects. */
export const processInbox = coalesce(
  ({ applicationId }: { container: MedusaContainer; applicationId: string }) => applicationId,
  async ({ container, applicationId }) => {
    try {
      await processInboxBatch(container, applicationId)
    } catch (error) {
      // The job processes the inbox later; nothing is lost.
      logFailure(container, `postbacks of ${applicationId} are still to process`, error)
    }
  },
  PAUSE_MS
)

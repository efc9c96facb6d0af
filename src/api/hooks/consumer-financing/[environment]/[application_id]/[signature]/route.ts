import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { receivePostbackWorkflow } from "../../../../../../workflows"
import { answerNotFound, readCapability } from "../../../../../capability-route"
import { readBody } from "../../../../../read-body"
import { processInbox } from "../../../process-inbox"

/** Bodies longer than this many characters of a content type are nobody's. */
const LONGEST_TYPE = 100

/**
 * A postback. Insert first, then 200, whatever the body is; then work the inbox. Nothing is asked of
 * the service before the answer is out, and what the body says decides nothing.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const applicationId = readCapability(req, "postback")
  if (!applicationId) {
    return answerNotFound(res)
  }
  const { text, bytes } = await readBody(req)
  const { errors } = await receivePostbackWorkflow(req.scope).run({
    input: {
      application_id: applicationId,
      content_type: req.get("content-type")?.slice(0, LONGEST_TYPE) ?? null,
      bytes,
      body: text,
    },
    throwOnError: false,
  })
  if (errors.some(({ error }) => saysNotFound(error))) {
    return answerNotFound(res)
  }
  if (errors.length > 0) {
    return answerTryAgain(res)
  }
  res.status(200).json({ received: true })
  await processInbox({ container: req.scope, applicationId })
}

/** The row has no application to belong to. Anything else is our own trouble. */
function saysNotFound(error: unknown): boolean {
  const isRead = typeof error === "object" && error !== null && "type" in error
  return isRead && error.type === MedusaError.Types.NOT_FOUND
}

/** Nothing was written. A service that repeats its postbacks should repeat this one. */
function answerTryAgain(res: MedusaResponse): void {
  res.setHeader("Retry-After", "30")
  res.status(503).json({ type: "unavailable", message: "Not received; please try again" })
}

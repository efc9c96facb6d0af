import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerNotFound, readCapability } from "../../../../../capability-route"
import { readBody } from "../../../../../read-body"
import { answerTryAgain, processInbox, receiveFor } from "../../../inbox"

/**
 * A postback. Insert first, then 200, whatever the body is; then work the inbox, which says what follows
 * (`workflows/process-postbacks.ts`). Nothing is asked of the service before the answer is out, and what the body
 * says decides nothing.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const applicationId = readCapability(req, "postback")
  if (!applicationId) {
    return answerNotFound(res)
  }
  const received = await receiveFor(req, { applicationId, ...(await readBody(req)) })
  if (received === "failed") {
    return answerTryAgain(res)
  }
  res.status(200).json({ received: true })
  await processInbox({ container: req.scope, applicationId })
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerNotFound, readCapability } from "../../../../../capability-route"
import { readBody } from "../../../../../read-body"
import { respondUnavailable, processInbox, storePostback } from "../../../postback-inbox"

/**
 * Receives a postback: stores any body, answers 200, then processes the inbox (`workflows/process-postbacks.ts`).
 * Calls the service only after the answer, and the body decides nothing.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const applicationId = readCapability(req, "postback")
  if (!applicationId) {
    return answerNotFound(res)
  }
  if (!(await storePostback(req, { applicationId, ...(await readBody(req)) }))) {
    return respondUnavailable(res)
  }
  res.status(200).json({ received: true })
  await processInbox({ container: req.scope, applicationId })
}

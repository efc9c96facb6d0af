import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { readPostback, readUuid } from "../../../../../../translation/postback"
import { checkPreApprovalWorkflow, wakePreApprovalWorkflow } from "../../../../../../workflows"
import { logFailure } from "../../../../../../workflows/log-failure"
import { answerNotFound, readStaticCapability } from "../../../../../capability-route"
import { coalesce } from "../../../../../coalesce"
import { readBody } from "../../../../../read-body"
import { respondUnavailable, processInbox, storePostback } from "../../../postback-inbox"

/** Checks a pre-approval after a postback. Never rejects. */
const processPreApproval = coalesce(
  ({ preApprovalId }: { container: MedusaContainer; preApprovalId: string }) => preApprovalId,
  async ({ container, preApprovalId }) => {
    try {
      await checkPreApprovalWorkflow(container).run({
        input: { pre_approval_id: preApprovalId, validate: true },
      })
    } catch (error) {
      // It stays due, and the job checks it.
      logFailure(container, `${preApprovalId} is still to be looked at`, error)
    }
  }
)

/**
 * Receives an environment's postbacks about pre-approvals. Uses only the body's token: wakes the status check of its
 * pre-approval, or stores the postback in the inbox of the application that has used it. An unknown token gets the
 * same answer and wakes nothing.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const environment = readStaticCapability(req)
  if (!environment) {
    return answerNotFound(res)
  }
  const { text, bytes } = await readBody(req)
  const uuid = readUuid(readPostback(text))
  const { result, errors } = await wakePreApprovalWorkflow(req.scope).run({
    input: { environment, token: uuid },
    throwOnError: false,
  })
  if (errors.length > 0) {
    return respondUnavailable(res)
  }
  const { applicationId, preApprovalId } = result
  if (applicationId !== null && !(await storePostback(req, { applicationId, text, bytes }))) {
    return respondUnavailable(res)
  }
  res.status(200).json({ received: true })
  if (applicationId !== null) {
    await processInbox({ container: req.scope, applicationId })
  } else if (preApprovalId !== null) {
    await processPreApproval({ container: req.scope, preApprovalId })
  }
}

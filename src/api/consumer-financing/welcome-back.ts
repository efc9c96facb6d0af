import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { welcomeShopperBackWorkflow, type WelcomeBackInput } from "../../workflows"
import { answerNotFound, readCapability } from "../capability-route"

/**
 * Sends the shopper on to the storefront. The query parameters that the service may add are not
 * read: what happened is asked of the service itself.
 */
export async function welcomeBack(
  req: MedusaRequest,
  res: MedusaResponse,
  way: WelcomeBackInput["way"]
): Promise<void> {
  const applicationId = readCapability(req, way)
  if (!applicationId) {
    return answerNotFound(res)
  }
  const { result } = await welcomeShopperBackWorkflow(req.scope).run({
    input: { application_id: applicationId, way },
  })
  res.redirect(303, result.address)
}

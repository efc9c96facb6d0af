import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { welcomeShopperBackWorkflow, type WelcomeBackInput } from "../../workflows"
import { answerNotFound, readCapability } from "../capability-route"

/**
 * Sends the shopper on to the storefront, whatever happens: a person stands there, not a program.
 * The query parameters that the service may add are not read: it is asked itself.
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
  res.redirect(303, await chooseAddress(req, { application_id: applicationId, way }))
}

async function chooseAddress(req: MedusaRequest, input: WelcomeBackInput): Promise<string> {
  try {
    const { result } = await welcomeShopperBackWorkflow(req.scope).run({ input })
    return result.address
  } catch (error) {
    const kind = error instanceof Error ? error.name : "unknown"
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `consumer-financing: a shopper of ${input.application_id} came back to nothing (${kind})`
      )
    return req.scope.resolve(CONSUMER_FINANCING).options.storefrontUrl
  }
}

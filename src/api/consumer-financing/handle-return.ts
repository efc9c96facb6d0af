import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Environment } from "../../options/options"
import { handleShopperReturnWorkflow, type ShopperReturnInput } from "../../workflows"
import { logFailure } from "../../workflows/log-failure"
import { answerNotFound, readCapability } from "../capability-route"
import { coalesce } from "../coalesce"
import { showLanding } from "./show-landing"

/**
 * Makes the handler of a return. It sends the shopper to the storefront in any case, because a person waits, and
 * ignores query and form data of the service; the status check decides.
 */
export function handleReturn(way: ShopperReturnInput["way"]) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const applicationId = readCapability(req, way)
    if (!applicationId) {
      return answerNotFound(res)
    }
    const environment = req.params.environment as Environment
    const input = { application_id: applicationId, environment, way }
    showLanding(res, await chooseLanding({ container: req.scope, input }))
  }
}

/** Combines simultaneous visits of a reloaded or shared link. */
const chooseLanding = coalesce(
  ({ input }: { container: MedusaContainer; input: ShopperReturnInput }) =>
    `${input.way} ${input.application_id}`,
  async ({ container, input }) => {
    try {
      const { result } = await handleShopperReturnWorkflow(container).run({ input })
      return result
    } catch (error) {
      logFailure(container, `a shopper of ${input.application_id} came back to nothing`, error)
      const address = container.resolve(CONSUMER_FINANCING).options.storefrontUrl
      return { address, shop: null, isLost: false }
    }
  }
)

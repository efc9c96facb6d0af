import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import { answerWith } from "../../../../store/consumer-financing/refusal"
import { readSecretForm } from "../../read-input"
import { credentialsInput } from "../../setting-inputs"

/** Sets the credentials of an environment and tests them at the service. They are encrypted and never returned. */
export const POST = answerWith(async (req: AuthenticatedMedusaRequest) => {
  const { settings, outages } = req.scope.resolve(CONSUMER_FINANCING)
  const { environment, ...given } = await readSecretForm(req, credentialsInput)
  const actor = req.auth_context.actor_id
  const connection = await settings.changeCredentials({ environment, given, actor })
  await outages.recordTest(environment, connection)
  return { settings: await settings.show(), connection }
})

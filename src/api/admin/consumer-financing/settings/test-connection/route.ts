import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import { answerWith } from "../../../../store/consumer-financing/refusal"
import { readSecretForm } from "../../read-input"
import { credentialsInput } from "../../setting-inputs"

/** Tests credentials at the service. Changes and stores nothing. */
export const POST = answerWith(async (req) => {
  const { settings } = req.scope.resolve(CONSUMER_FINANCING)
  const { environment, ...given } = await readSecretForm(req, credentialsInput)
  return { connection: await settings.testConnection({ environment, given }) }
})

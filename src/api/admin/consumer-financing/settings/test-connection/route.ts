import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import { answering } from "../../../../store/consumer-financing/refusal"
import { readSecretForm } from "../../read-setting-form"
import { credentialsInput } from "../../setting-inputs"

/** Tests credentials at the service. Changes and stores nothing. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(req, res, async () => {
    const { settings } = req.scope.resolve(CONSUMER_FINANCING)
    const { environment, ...given } = await readSecretForm(req, credentialsInput)
    return { connection: await settings.testConnection({ environment, given }) }
  })
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerChallenge, isOwnChallenge } from "../../../../domain/self-proof"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { answerNotFound } from "../../../capability-route"

/** The self-check asks the shop's public address whether it leads to this very shop. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { challenge = "" } = req.params
  const { clock, options } = req.scope.resolve(CONSUMER_FINANCING)
  if (!isOwnChallenge(challenge, clock.now(), options.secret)) {
    return answerNotFound(res)
  }
  const [secret = ""] = options.secret
  res.json({ answer: answerChallenge(challenge, secret) })
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerChallenge, CHALLENGE } from "../../../../domain/self-proof"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { answerNotFound } from "../../../capability-route"

/** The self-check asks the shop's public address whether it leads to this very shop. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { challenge = "" } = req.params
  if (!CHALLENGE.test(challenge)) {
    return answerNotFound(res)
  }
  const [secret = ""] = req.scope.resolve(CONSUMER_FINANCING).options.secret
  res.json({ answer: answerChallenge(challenge, secret) })
}

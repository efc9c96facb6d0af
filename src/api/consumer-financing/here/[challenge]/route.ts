import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isOwnChallenge, signVerdict } from "../../../../domain/self-proof"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { answerNotFound } from "../../../capability-route"

/** Answers whether this server's database contains a challenge of a server of the same shop. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { challenge = "" } = req.params
  const { clock, home, options } = req.scope.resolve(CONSUMER_FINANCING)
  if (!isOwnChallenge(challenge, clock.now(), options.secret)) {
    return answerNotFound(res)
  }
  const verdict = await home.findVerdict(challenge)
  const [secret = ""] = options.secret
  res.json({ verdict, signature: signVerdict(challenge, verdict, secret) })
}

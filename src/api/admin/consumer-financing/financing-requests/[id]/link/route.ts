import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../../modules/consumer-financing"
import { userError } from "../../../../../../translation/user-error"
import { readRequest } from "../../../../../../workflows/financing-requests"

const NO_LINK =
  "There is no link to hand out: this request is over, or the order was changed since."

/** Returns the customer's own link at the service; records who requested it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id, url } = await readRequest(req.scope, req.params.id ?? "")
  if (url === null) {
    throw userError(NO_LINK)
  }
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  await financing.timeline.noteBy(req.auth_context.actor_id, id, { what: "link-copied" })
  res.setHeader("Cache-Control", "no-store")
  res.json({ link: { url } })
}

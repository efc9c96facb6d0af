import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import { cameToNothing } from "../../../../../domain/application-state"
import { findApplicationsOfOrder } from "../../../../../workflows/applications-of-order"
import { showApplications, showFile } from "../../show-application"

/**
 * Returns the application that pays for an order, or null with another payment method; and every other live or
 * refunded one, because an edit's additional amount may be financed too, or that needs a decision.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const [newest, ...others] = await findApplicationsOfOrder(req.scope, req.params.id ?? "")
  const file = newest && (await req.scope.resolve(CONSUMER_FINANCING).readApplication(newest.id))
  const live = others.filter(
    ({ state, review_reason }) => !cameToNothing(state) || review_reason !== null
  )
  res.json({
    application: file ? await showFile(req, file) : null,
    others: await showApplications(req.scope, live),
  })
}

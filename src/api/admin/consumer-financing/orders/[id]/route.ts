import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { hasEndedWithoutLoan } from "../../../../../domain/application-state"
import { findApplicationsOfOrder } from "../../../../../workflows/applications-of-order"
import { showApplicationById, showApplications } from "../../show-application"

/**
 * Returns the application that pays for an order, or null with another payment method; and every other live or
 * refunded one, because an edit's additional amount may be financed too, or that needs a decision.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const [newest, ...others] = await findApplicationsOfOrder(req.scope, req.params.id ?? "")
  const live = others.filter(
    ({ state, review_reason, order_id, requested_order_id }) =>
      // Financing requests have a list of their own.
      (order_id !== null || requested_order_id === null) &&
      (!hasEndedWithoutLoan(state) || review_reason !== null)
  )
  res.json({
    application: newest ? await showApplicationById(req, newest.id) : null,
    others: await showApplications(req.scope, live),
  })
}

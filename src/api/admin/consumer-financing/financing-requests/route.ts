import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readCustomerChannels } from "../../../../medusa/read-store"
import { createFinancingRequestWorkflow } from "../../../../workflows"
import { readRequest, readRequestsOfOrder } from "../../../../workflows/financing-requests"
import { readInput } from "../read-input"
import { requestInput, requestsQuery } from "../queries"
import { type MadeRequest, showRequest } from "../shown-request"

/** Returns an order's financing requests and their progress, newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { order_id } = readInput(requestsQuery, req.query)
  const requests = await readRequestsOfOrder(req.scope, order_id)
  const channels = await readCustomerChannels(req.scope)
  res.json({ financing_requests: requests.map(showRequest), channels })
}

/** Asks the customer of a draft or an order to finance the amount due (endpoint 3). */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { order_id, apply_again = false } = readInput(requestInput, req.body)
  const { result } = await createFinancingRequestWorkflow(req.scope).run({
    input: { order_id, apply_again, actor: req.auth_context.actor_id },
  })
  const financing_request: MadeRequest = await readRequest(req.scope, result.application_id)
  res.setHeader("Cache-Control", "no-store")
  res.json({ financing_request })
}

import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http"

/** The customer who is logged in, by Medusa's own authentication; null for a guest. */
export function shopperOf(req: MedusaRequest): string | null {
  const { auth_context: asking } = req as AuthenticatedMedusaRequest
  return (asking?.actor_type === "customer" && asking.actor_id) || null
}

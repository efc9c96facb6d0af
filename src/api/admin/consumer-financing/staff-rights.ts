import { resolvePermissions } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"

/** A role's policy, in Medusa's terms. */
type Policy = { resource: string; operation: string }

/**
 * Rights of staff, each with the policy that its routes require where the store uses roles: who may read orders sees
 * how they are paid, and who may change orders decides. Captures and refunds require the policies of Medusa's own
 * routes; settings belong to the store's setup; the payout report has a policy of its own (`src/policies`).
 */
export const RIGHTS = {
  see: { resource: "order", operation: "read" },
  change: { resource: "order", operation: "update" },
  settle: { resource: "capture", operation: "create" },
  refund: { resource: "refund", operation: "create" },
  see_payouts: { resource: "financing_payout", operation: "read" },
  see_settings: { resource: "store", operation: "read" },
  change_settings: { resource: "store", operation: "update" },
} as const satisfies Record<string, Policy>

export type Right = keyof typeof RIGHTS
export const RIGHT_NAMES = Object.keys(RIGHTS) as [Right, ...Right[]]

/** The requester and the container. */
export type Asking = Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">

/** Returns the rights of the requester's roles: all where the store uses no roles. */
export async function readRights({ auth_context, scope }: Asking): Promise<Record<Right, boolean>> {
  const roles = (auth_context.app_metadata?.roles ?? []) as string[]
  const universe = Object.values(RIGHTS)
  const granted = await resolvePermissions({ roles, universe, container: scope })
  const has = ({ resource, operation }: Policy): boolean => granted.has(`${resource}:${operation}`)
  const rights = RIGHT_NAMES.map((name) => [name, has(RIGHTS[name])])
  return Object.fromEntries(rights) as Record<Right, boolean>
}

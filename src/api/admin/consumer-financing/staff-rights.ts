import { resolvePermissions } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"

/** What a role has to allow, as Medusa names it. */
type Policy = { resource: string; operation: string }

/**
 * What staff may do here, each with the policy that its routes ask for where the store uses roles: who may
 * see orders sees how they are paid, and who may change orders decides. Capturing and refunding ask what
 * Medusa's own routes ask; how the shop finances is part of how the store is set up.
 */
export const RIGHTS = {
  see: { resource: "order", operation: "read" },
  change: { resource: "order", operation: "update" },
  settle: { resource: "capture", operation: "create" },
  refund: { resource: "refund", operation: "create" },
  see_settings: { resource: "store", operation: "read" },
  change_settings: { resource: "store", operation: "update" },
} as const satisfies Record<string, Policy>

export type Right = keyof typeof RIGHTS
export const RIGHT_NAMES = Object.keys(RIGHTS) as [Right, ...Right[]]

/** Whoever asks, and where. */
export type Asking = Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">

/** What the roles of whoever asks allow: everything where the store uses no roles. */
export async function readRights({ auth_context, scope }: Asking): Promise<Record<Right, boolean>> {
  const roles = (auth_context.app_metadata?.roles ?? []) as string[]
  const universe = Object.values(RIGHTS)
  const granted = await resolvePermissions({ roles, universe, container: scope })
  const has = ({ resource, operation }: Policy): boolean => granted.has(`${resource}:${operation}`)
  const rights = RIGHT_NAMES.map((name) => [name, has(RIGHTS[name])])
  return Object.fromEntries(rights) as Record<Right, boolean>
}

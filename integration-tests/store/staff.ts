import { type HttpClient, createHttpClient } from "../../tooling/clients/http-client"
import type { IsolatedShop } from "./isolated-shop"

type Policy = `${string}:${string}`

/** A staff user of a shop with roles. */
export type Staff = { login: { email: string; password: string }; door: HttpClient }

/** Creates a staff user with one role that has these policies. */
export async function createStaffUser(
  { stores: [{ control, url }] }: IsolatedShop,
  name: string,
  policies: Policy[]
): Promise<Staff> {
  const callModule = <T>(module: string, method: string, ...args: unknown[]): Promise<T> =>
    control.call<T>(module, method, ...args)

  async function ensurePolicyId(key: Policy): Promise<string> {
    const [existing] = await callModule<{ id: string }[]>("rbac", "listRbacPolicies", { key })
    if (existing) return existing.id
    const [resource, operation] = key.split(":")
    const policy = { key, name: key, resource, operation }
    return (await callModule<{ id: string }>("rbac", "createRbacPolicies", policy)).id
  }

  const { id } = await callModule<{ id: string }>("rbac", "createRbacRoles", { name })
  for (const key of policies) {
    const policy = { role_id: id, policy_id: await ensurePolicyId(key) }
    await callModule("rbac", "createRbacRolePolicies", policy)
  }
  const login = { email: `${name}@shop.example`, password: "furniture-and-finance" }
  const [user] = await control.runWorkflow<{ id: string }[]>("create-users-workflow", {
    users: [{ email: login.email, roles: [id] }],
  })
  const { authIdentity } = await callModule<{ authIdentity: { id: string } }>(
    "auth",
    "register",
    "emailpass",
    { body: login }
  )
  const identity = { id: authIdentity.id, app_metadata: { user_id: user?.id } }
  await callModule("auth", "updateAuthIdentities", identity)
  const anonymous = createHttpClient(url, async () => ({}))
  const { token } = await anonymous.post<{ token: string }>("/auth/user/emailpass", login)
  return { login, door: createHttpClient(url, async () => ({ authorization: `Bearer ${token}` })) }
}

import { type HttpClient, createHttpClient } from "../../tooling/clients/http-door"
import type { ShopApart } from "./shop-apart"

type Policy = `${string}:${string}`

/** A staff user of a shop with roles. */
export type Staff = { login: { email: string; password: string }; door: HttpClient }

/** Creates a staff user with one role that has these policies. */
export async function hire(
  { stores: [{ control, url }] }: ShopApart,
  name: string,
  policies: Policy[]
): Promise<Staff> {
  const inside = <T>(module: string, method: string, ...args: unknown[]): Promise<T> =>
    control.call<T>(module, method, ...args)

  async function idOf(key: Policy): Promise<string> {
    const [known] = await inside<{ id: string }[]>("rbac", "listRbacPolicies", { key })
    if (known) return known.id
    const [resource, operation] = key.split(":")
    const policy = { key, name: key, resource, operation }
    return (await inside<{ id: string }>("rbac", "createRbacPolicies", policy)).id
  }

  const { id } = await inside<{ id: string }>("rbac", "createRbacRoles", { name })
  for (const key of policies) {
    const policy = { role_id: id, policy_id: await idOf(key) }
    await inside("rbac", "createRbacRolePolicies", policy)
  }
  const login = { email: `${name}@shop.example`, password: "furniture-and-finance" }
  const [user] = await control.runWorkflow<{ id: string }[]>("create-users-workflow", {
    users: [{ email: login.email, roles: [id] }],
  })
  const { authIdentity } = await inside<{ authIdentity: { id: string } }>(
    "auth",
    "register",
    "emailpass",
    { body: login }
  )
  const known = { id: authIdentity.id, app_metadata: { user_id: user?.id } }
  await inside("auth", "updateAuthIdentities", known)
  const open = createHttpClient(url, async () => ({}))
  const { token } = await open.post<{ token: string }>("/auth/user/emailpass", login)
  return { login, door: createHttpClient(url, async () => ({ authorization: `Bearer ${token}` })) }
}

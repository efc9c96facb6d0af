import type { MedusaContainer } from "@medusajs/framework/types"
import { readRows } from "./read-store"

type User = { id: string; first_name: string | null; last_name: string | null; email: string }
type Key = { id: string; title: string }

/** Reads the names of people (else their e-mail addresses) and of API keys, by id; omits unknown ids. */
export async function readNames(
  scope: MedusaContainer,
  ids: readonly string[]
): Promise<Map<string, string>> {
  const idsOf = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(prefix)))]
  const names = new Map<string, string>()
  const [users, keys] = [idsOf("user_"), idsOf("apk_")]
  if (users.length > 0) {
    const fields = ["id", "first_name", "last_name", "email"]
    const rows = await readRows<User>(scope, { entity: "user", fields, filters: { id: users } })
    for (const user of rows) names.set(user.id, nameOf(user))
  }
  if (keys.length > 0) {
    const fields = ["id", "title"]
    const rows = await readRows<Key>(scope, { entity: "api_key", fields, filters: { id: keys } })
    for (const { id, title } of rows) names.set(id, title)
  }
  return names
}

function nameOf({ first_name, last_name, email }: User): string {
  const name = [first_name, last_name].filter(Boolean).join(" ")
  return name === "" ? email : name
}

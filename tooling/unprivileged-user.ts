import { readFileSync } from "node:fs"

export type Identity = { uid: number; gid: number }

const PREFERRED = ["nobody", "postgres", "daemon"]

/**
 * Who Postgres runs as. It refuses to run as root, and `initdb` wants a user that has a name, so
 * for root this is a named ordinary user of the machine; for everybody else nothing changes.
 *
 * @returns undefined when the present user will do
 * @throws Error when the present user is root and the machine knows no other
 */
export function unprivilegedUser(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name: name ?? "", uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const chosen =
    PREFERRED.map((name) => users.find((user) => user.name === name)).find(Boolean) ?? users[0]
  if (!chosen) {
    throw new Error("Postgres does not run as root, and /etc/passwd names no other user.")
  }
  return { uid: chosen.uid, gid: chosen.gid }
}

import { readFileSync } from "node:fs"

export type Identity = { uid: number; gid: number }

const PREFERRED_USERS = ["nobody", "postgres", "daemon"]

/**
 * Finds the user that Postgres runs as. Postgres refuses to run as root, and `initdb` needs a named user, so root runs
 * it as an ordinary user of the machine.
 *
 * @returns undefined when the current user can run Postgres
 * @throws Error when the current user is root and the machine has no other
 */
export function findUnprivilegedUser(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name: name ?? "", uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const chosen =
    PREFERRED_USERS.map((name) => users.find((user) => user.name === name)).find(Boolean) ??
    users[0]
  if (!chosen) {
    throw new Error("Postgres does not run as root, and /etc/passwd names no other user.")
  }
  return { uid: chosen.uid, gid: chosen.gid }
}

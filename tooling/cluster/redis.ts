import { execFile, spawn } from "node:child_process"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { findFreePort } from "../free-port"
import { CACHE } from "../paths"

const SERVER = "redis-server"
const READY_WITHIN_SECONDS = 20

const MISSING_REDIS_MESSAGE =
  "No Redis was found: install redis-server (Debian: apt-get install redis-server, macOS: brew install redis), or set REDIS_URL to an empty one."

/** Persists queues across restarts and never evicts keys. */
export const REDIS_ARGUMENTS = [
  ...["--appendonly", "yes", "--save", ""],
  ...["--maxmemory-policy", "noeviction"],
]

/** Plain data, so that another process can stop the server. */
export type Redis = {
  url: string
  /** Port and data directory of a server that this run started; absent for an external one. */
  ours?: { port: number; data: string }
}

type OwnRedis = NonNullable<Redis["ours"]>

/** Sends one inline command. @returns the reply, or "" when the connection closes */
async function sendCommand({ port }: OwnRedis, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${command}\r\n`))
    socket.once("error", reject)
    socket.once("close", () => resolve(""))
    socket.once("data", (answer: Buffer) => {
      resolve(answer.toString().trim())
      socket.destroy()
    })
  })
}

/** Starts the server with its existing data. It ends with this process. @throws Error when it does not answer */
async function startServer(redis: OwnRedis): Promise<void> {
  await mkdir(redis.data, { recursive: true })
  const guardian = spawn(process.execPath, [path.join(__dirname, "..", "server-guardian.mjs")], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  })
  const place = ["--port", String(redis.port), "--bind", "127.0.0.1", "--dir", redis.data]
  const args = [...place, ...REDIS_ARGUMENTS]
  const directory = await mkdtemp(path.join(tmpdir(), "redis-"))
  guardian.stdin.write(
    `${JSON.stringify({ command: SERVER, args, directory, env: process.env })}\n`
  )
  guardian.unref()
  const deadline = Date.now() + READY_WITHIN_SECONDS * 1_000
  while ((await sendCommand(redis, "PING").catch(() => "")) !== "+PONG") {
    if (guardian.exitCode !== null || Date.now() > deadline) {
      throw new Error(`${SERVER} did not answer on port ${redis.port}.`)
    }
    await sleep(50)
  }
}

/** Returns the server of `REDIS_URL` if it is set, otherwise starts one. @throws Error when none is installed */
export async function startRedis(): Promise<Redis> {
  const given = process.env.REDIS_URL
  if (given) return { url: given }
  await promisify(execFile)(SERVER, ["--version"], { env: process.env }).catch(() => {
    throw new Error(MISSING_REDIS_MESSAGE)
  })
  const port = await findFreePort()
  const ours = { port, data: path.join(CACHE, "redis", String(port)) }
  await rm(ours.data, { recursive: true, force: true })
  await startServer(ours)
  return { url: `redis://127.0.0.1:${port}`, ours }
}

/** Restarts a stopped server on its port with its data. Ignores external ones. */
export async function restartRedis({ ours }: Redis): Promise<void> {
  if (ours) await startServer(ours)
}

/** Stops a server that this run started. With `forget`, deletes its data. */
export async function stopRedis({ ours }: Redis, { forget = false } = {}): Promise<void> {
  if (!ours) return
  await sendCommand(ours, "SHUTDOWN").catch(() => undefined)
  while ((await sendCommand(ours, "PING").catch(() => "")) !== "") await sleep(50)
  if (forget) await rm(ours.data, { recursive: true, force: true })
}

import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "./free-port"
import { CACHE, MEDUSA_CLI } from "./paths"
import { buildEnvironment } from "./run-command"
import type { Shop } from "./shop"
import type { ShopSettings } from "./shop-environment"
import { PLACEHOLDER_SETTINGS, buildShopEnvironment } from "./shop-environment"
import type { ControlAddress, StoreControl } from "./store-control"
import { createStoreControl } from "./store-control"

export type StoreOptions = {
  shop: Shop
  databaseUrl: string
  /** `backendUrl` is the store's own address unless it is set here. */
  settings?: Partial<ShopSettings>
  /** A fixed port; a free one otherwise. */
  port?: number
  /** Paths of additional scripts to load before Medusa. */
  preload?: string[]
  /** Additional environment variables, such as those of the preloaded scripts. */
  env?: Record<string, string>
  /** Node flags; those for short-lived stores by default. */
  flags?: string[]
}

/** A store in a process of its own, started by `medusa start`. */
export type Store = {
  url: string
  pid: number
  /** Returns the store's output so far. */
  logs: () => string
  logFile: string
  /** Runs code inside the store: see store-control.ts. */
  control: StoreControl
  controlAddress: ControlAddress
  /** Stops the store gracefully, and kills it after ten seconds. */
  stop: () => Promise<void>
  /** Kills the store, as a crash would. */
  kill: (signal?: NodeJS.Signals) => Promise<void>
  /** Starts the store again on the same port. Stops it first if it runs. */
  restart: () => Promise<Store>
}

const READY_WITHIN_SECONDS = 120
const GRACE_SECONDS = 10
const CONTROL_SERVER = path.join(__dirname, "store-control-server.cjs")

/** Node flags for short-lived stores that share cores with tests: V8's threads and optimization do not pay off. */
const SHORT_LIVED_FLAGS = ["--always-sparkplug", "--max-semi-space-size=32", "--single-threaded-gc"]

function launchStore(
  { shop, databaseUrl, settings, preload = [], env, flags = SHORT_LIVED_FLAGS }: StoreOptions,
  port: number
) {
  const url = `http://localhost:${port}`
  const logs = path.join(CACHE, "logs")
  mkdirSync(logs, { recursive: true })
  const logFile = path.join(logs, `store-${port}-${Date.now()}.log`)
  const output = openSync(logFile, "a")
  const start = ["start", "--port", String(port), "--host", "localhost"]
  const required = [CONTROL_SERVER, ...preload].flatMap((script) => ["--require", script])
  const child = spawn(
    shop.node ?? process.execPath,
    [...flags, ...required, shop.cli ?? MEDUSA_CLI, ...start],
    {
      cwd: shop.directory,
      stdio: ["ignore", output, output, "ipc"],
      env: {
        ...buildEnvironment(shop.node),
        ...env,
        ...buildShopEnvironment({
          ...PLACEHOLDER_SETTINGS,
          backendUrl: url,
          ...settings,
          databaseUrl,
        }),
      },
    }
  )
  closeSync(output)
  return { url, logFile, child }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasExited(child)) return
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  child.kill(signal)
  const force = setTimeout(() => child.kill("SIGKILL"), GRACE_SECONDS * 1_000)
  await exited
  clearTimeout(force)
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    (response) => response.ok,
    () => false
  )
}

/**
 * Starts a store and waits until it answers.
 * @throws Error with the end of its log when it exits or does not answer within two minutes
 */
export async function startStore(options: StoreOptions): Promise<Store> {
  const port = options.port ?? (await findFreePort())
  const { url, logFile, child } = launchStore(options, port)
  const logs = (): string => readFileSync(logFile, "utf8")
  let controlAddress: ControlAddress | undefined
  child.once("message", (message) => (controlAddress = message as ControlAddress))
  const deadline = Date.now() + READY_WITHIN_SECONDS * 1_000
  while (!controlAddress || !(await isHealthy(url))) {
    if (hasExited(child)) throw new Error(`The store did not start.\n${logs().slice(-4_000)}`)
    if (Date.now() > deadline) {
      await stopProcess(child, "SIGKILL")
      throw new Error(`The store did not answer in time.\n${logs().slice(-4_000)}`)
    }
    await sleep(100)
  }
  const stop = (): Promise<void> => stopProcess(child, "SIGTERM")
  return {
    url,
    pid: child.pid ?? 0,
    logs,
    logFile,
    control: createStoreControl(controlAddress),
    controlAddress,
    stop,
    kill: (signal = "SIGKILL") => stopProcess(child, signal),
    restart: async () => {
      await stop()
      return startStore({ ...options, port })
    },
  }
}

import type { RequestListener } from "node:http"
import { createControl, type SandboxControl } from "./control/control"
import { CREDENTIALS, PATH_PREFIX, type Credentials, type Environment } from "./credentials"
import { listen } from "./listen"
import { completeOptions, type SandboxOptions } from "./sandbox-options"
import { createApp } from "./server"
import { createWorld } from "./state/world"

/** A running simulator. */
export interface Sandbox {
  /** Address without path: `http://localhost:4010`. */
  url: string
  /** `{base_url}` of the staging environment. */
  baseUrl: string
  /** `{base_url}` of the production environment. */
  productionBaseUrl: string
  credentials: Record<Environment, Credentials>
  /** The control API without HTTP. */
  control: SandboxControl
  /** Ends everything at once: connections, timers, postbacks. */
  close(): Promise<void>
}

/**
 * Starts a simulator of the financing service.
 *
 * @throws when the port is taken (unless `stepOverTakenPort`) or a behaviour is unknown.
 */
export async function startSandbox(given: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const options = completeOptions(given)
  let handle: RequestListener = (_req, res) => void res.writeHead(503).end()
  const listening = await listen((req, res) => handle(req, res), options)
  const name = ["0.0.0.0", "::", "127.0.0.1"].includes(options.host) ? "localhost" : options.host
  const own = `http://${name.includes(":") ? `[${name}]` : name}:${String(listening.port)}`
  const url = options.publicUrl?.replace(/\/+$/, "") ?? own
  const world = createWorld({
    options,
    url,
    dropIdleConnections: () => listening.dropIdleConnections(),
  })
  const control = createControl(world)
  handle = createApp(world, control)
  return {
    url,
    baseUrl: url + PATH_PREFIX.staging,
    productionBaseUrl: url + PATH_PREFIX.production,
    credentials: CREDENTIALS,
    control,
    async close() {
      world.clock.clear()
      world.postbacks.clear()
      await listening.close()
    },
  }
}

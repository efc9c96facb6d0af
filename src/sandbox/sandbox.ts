import type { RequestListener, ServerResponse } from "node:http"
import { createControl, type SandboxControl } from "./control/control"
import { PATH_PREFIX, type Credentials, type Environment } from "./credentials"
import { listen, type ListeningServer } from "./listen"
import { resolveOptions, type SandboxOptions } from "./sandbox-options"
import { createApp } from "./server"
import { openStateFile, type StateFile } from "./state/state-file"
import { createSimulatorState, type SimulatorState } from "./state/simulator-state"

/** A running simulator. */
export interface Sandbox {
  /** URL without a path: `http://localhost:4010`. */
  url: string
  /** `{base_url}` of the staging environment. */
  baseUrl: string
  /** `{base_url}` of the production environment. */
  productionBaseUrl: string
  credentials: Record<Environment, Credentials>
  /** Control API in process. */
  control: SandboxControl
  /** Stops connections, timers and postbacks immediately. */
  close(): Promise<void>
}

/**
 * Starts a simulator of the financing service.
 *
 * @throws when NODE_ENV is production, the port is taken (unless `stepOverTakenPort`), an option is invalid, or the
 * state file cannot be read and written.
 */
export async function startSandbox(input: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  if (process.env.NODE_ENV === "production") {
    throw new Error(
      "The simulator does not run with NODE_ENV=production: anyone can approve there."
    )
  }
  const options = resolveOptions(input)
  let handle: RequestListener = (_req, res) => void res.writeHead(503).end()
  const server = await listen((req, res) => handle(req, res), options)
  const hostName = ["0.0.0.0", "::", "127.0.0.1"].includes(options.host)
    ? "localhost"
    : options.host
  const localUrl = `http://${hostName.includes(":") ? `[${hostName}]` : hostName}:${String(server.port)}`
  const url = options.publicUrl?.replace(/\/+$/, "") ?? localUrl
  const simulator = createSimulatorState({
    options,
    url,
    dropIdleConnections: () => server.dropIdleConnections(),
  })
  const control = createControl(simulator)
  const app = createApp(simulator, control)
  const stateFile = await openConfiguredStateFile(simulator, server)
  handle = (req, res) => {
    if (stateFile) saveBeforeResponse(res, stateFile)
    app(req, res)
  }
  return {
    url,
    baseUrl: url + PATH_PREFIX.staging,
    productionBaseUrl: url + PATH_PREFIX.production,
    credentials: options.credentials,
    control,
    async close() {
      stateFile?.close()
      simulator.clock.clear()
      simulator.postbacks.clear()
      await server.close()
    },
  }
}

/** Saves the state before each response, so that answered calls survive a crash. */
function saveBeforeResponse(res: ServerResponse, stateFile: StateFile): void {
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => ServerResponse
  res.writeHead = (...head: unknown[]) => {
    stateFile.save()
    return writeHead(...head)
  }
  res.once("close", () => stateFile.save())
}

/** Opens the state file of the options, if any. Stops listening when the file cannot be opened. */
async function openConfiguredStateFile(
  simulator: SimulatorState,
  listening: ListeningServer
): Promise<StateFile | undefined> {
  const { state } = simulator.options
  if (state === undefined) return undefined
  try {
    return openStateFile(simulator, state)
  } catch (error) {
    simulator.clock.clear()
    await listening.close()
    throw new Error(`The state cannot be kept in ${state}: ${(error as Error).message}`)
  }
}

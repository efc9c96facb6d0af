import express, { type Express } from "express"
import { createControlRouter } from "./control/control-router"
import type { SandboxControl } from "./control/control"
import { ENVIRONMENTS, PATH_PREFIX } from "./credentials"
import { createApiRouter } from "./endpoints/api-router"
import { buildErrorAnswer } from "./endpoints/answer"
import { Refusal } from "./endpoints/refusal"
import { sendAnswer } from "./faults/send-fault"
import { createPagesRouter } from "./hosted-pages/routes"
import { createErrorHandler } from "./error-handler"
import type { SimulatorState } from "./state/simulator-state"

function readErrorStatus(error: unknown): number {
  const status = error instanceof Error && "status" in error ? error.status : undefined
  return typeof status === "number" ? status : 500
}

function isKnownHost({ url, options }: SimulatorState, host: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]", options.host, new URL(url).hostname].includes(host)
}

/** Creates the Express application of the simulator. */
export function createApp(simulator: SimulatorState, control: SandboxControl): Express {
  const app = express()
  app.disable("x-powered-by")
  app.disable("etag")
  for (const environment of ENVIRONMENTS) {
    app.use(PATH_PREFIX[environment], createApiRouter(simulator, environment))
  }
  app.use((req, res, next) => {
    // Guards against DNS rebinding: a foreign host name would give its page access to the control API.
    if (isKnownHost(simulator, req.hostname)) return next()
    res.status(403).json({ error: "an unknown Host; start the simulator with --public-url" })
  })
  app.use("/control", createControlRouter(control))
  app.use(createPagesRouter(simulator))
  const handleError = createErrorHandler((error, res) => {
    const status = readErrorStatus(error)
    if (status === 500) simulator.narrate(`The simulator failed: ${String(error)}`)
    if (res.headersSent) res.destroy()
    else
      sendAnswer(
        res,
        buildErrorAnswer({ simulator, path: res.req.path }, new Refusal(status, "not understood"))
      )
    return true
  })
  app.use(handleError)
  return app
}

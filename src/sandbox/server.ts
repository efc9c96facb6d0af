import express, { type Express } from "express"
import { controlRouter } from "./control/control-router"
import type { SandboxControl } from "./control/control"
import { ENVIRONMENTS, PATH_PREFIX } from "./credentials"
import { apiRouter } from "./endpoints/api-router"
import { errorAnswer } from "./endpoints/answer"
import { Refusal } from "./endpoints/refusal"
import { send } from "./faults/put-fault"
import { pagesRouter } from "./hosted-pages/routes"
import { onError } from "./on-error"
import type { World } from "./state/world"

function statusOf(error: unknown): number {
  const status = error instanceof Error && "status" in error ? error.status : undefined
  return typeof status === "number" ? status : 500
}

function isKnownHost({ url, options }: World, host: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]", options.host, new URL(url).hostname].includes(host)
}

/** Creates the Express application of the simulator. */
export function createApp(world: World, control: SandboxControl): Express {
  const app = express()
  app.disable("x-powered-by")
  app.disable("etag")
  for (const environment of ENVIRONMENTS) {
    app.use(PATH_PREFIX[environment], apiRouter(world, environment))
  }
  app.use((req, res, next) => {
    // Guards against DNS rebinding: a foreign host name would give its page access to the control API.
    if (isKnownHost(world, req.hostname)) return next()
    res.status(403).json({ error: "an unknown Host; start the simulator with --public-url" })
  })
  app.use("/control", controlRouter(control))
  app.use(pagesRouter(world))
  const answerError = onError((error, res) => {
    const status = statusOf(error)
    if (status === 500) world.narrate(`The simulator failed: ${String(error)}`)
    if (res.headersSent) res.destroy()
    else
      send(res, errorAnswer({ world, path: res.req.path }, new Refusal(status, "not understood")))
    return true
  })
  app.use(answerError)
  return app
}

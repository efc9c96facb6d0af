import express, { type Router } from "express"
import type { Environment } from "../credentials"
import type { SimulatorState } from "../state/simulator-state"
import { buildErrorAnswer } from "./answer"
import { ENDPOINT_NAMES, ENDPOINT_PATHS } from "./endpoint-paths"
import { Refusal } from "./refusal"
import { serveCall } from "./serve-call"
import { sendAnswer } from "../faults/send-fault"

/** Routes the 15 calls of one environment. */
export function createApiRouter(simulator: SimulatorState, environment: Environment): Router {
  const router = express.Router({ caseSensitive: true, strict: true })
  router.use(express.text({ type: () => true, limit: "2mb" }))
  for (const operation of ENDPOINT_NAMES) {
    const { method, path } = ENDPOINT_PATHS[operation]
    const serve: express.RequestHandler = (req, res, next) => {
      serveCall({ simulator, environment, operation }, req, res).catch(next)
    }
    if (method === "GET") router.get(path, serve)
    else router.post(path, serve)
  }
  router.use((req, res) => {
    sendAnswer(
      res,
      buildErrorAnswer({ simulator, path: req.path }, new Refusal(404, "no such call"))
    )
  })
  return router
}

import express, { type RequestHandler, type Router } from "express"
import { z } from "@medusajs/framework/zod"
import { describeIssues } from "../endpoints/describe-issues"
import { faultSchema } from "../faults/fault"
import { postbackRuleSchema } from "../postbacks/postback-rules"
import { createErrorHandler } from "../error-handler"
import type { SandboxControl } from "./control"
import { CONTROL_INDEX } from "./control-index"
import { ControlRefusal } from "./control-refusal"
import * as input from "./inputs"

function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value ?? {})
  if (!result.success) throw new ControlRefusal(400, describeIssues(result.error))
  return result.data
}

type ControlAction = (req: {
  token: string
  id: string
  body: unknown
  query: unknown
}) => Promise<unknown>

function createHandler(action: ControlAction): RequestHandler {
  return (req, res, next) => {
    const { token = "", id = "" } = req.params
    action({ token, id, body: req.body as unknown, query: req.query })
      .then((result) => (result === undefined ? res.status(204).end() : res.json(result)))
      .catch(next)
  }
}

const handleError = createErrorHandler((error, res) => {
  if (error instanceof ControlRefusal) {
    res.status(error.status).json({ error: error.message })
  } else if (error instanceof z.ZodError) {
    res.status(400).json({ error: describeIssues(error) })
  } else if (error instanceof SyntaxError) {
    res.status(400).json({ error: "the body is not JSON" })
  } else {
    return false
  }
  return true
})

/** Serves the control API over HTTP. Each route calls the `SandboxControl` method of the same name. */
export function createControlRouter(control: SandboxControl): Router {
  const router = express.Router()
  router.use((req, res, next) => {
    // Guards against CSRF: a cross-origin JSON POST needs a CORS preflight, other content types do not.
    if (req.method !== "POST" || req.is("application/json")) return next()
    res.status(415).json({ error: "Content-Type: must be application/json" })
  })
  router.use(express.json({ limit: "2mb", strict: false }))
  router.get("/", (_req, res) => void res.json(CONTROL_INDEX))
  router.get(
    "/applications",
    createHandler(({ query }) => control.applications(parseInput(input.applicationsInput, query)))
  )
  router.get(
    "/applications/:token",
    createHandler(({ token }) => control.application(token))
  )
  router.post(
    "/applications/:token/status",
    createHandler(({ token, body }) => control.status(token, parseInput(input.statusInput, body)))
  )
  router.post(
    "/applications/:token/portal",
    createHandler(({ token, body }) => control.portal(token, parseInput(input.portalInput, body)))
  )
  router.post(
    "/applications/:token/decision",
    createHandler(({ token, body }) =>
      control.decision(token, parseInput(input.decisionInput, body))
    )
  )
  router.post(
    "/applications/:token/behaviour",
    createHandler(({ token, body }) =>
      control.behaviour(token, parseInput(input.behaviourInput, body))
    )
  )
  router.delete(
    "/applications/:token",
    createHandler(({ token }) => control.forget(token))
  )
  router.post(
    "/applications/:token/postback",
    createHandler(({ token, body }) =>
      control.postback(token, parseInput(input.postbackInput, body))
    )
  )
  router.post(
    "/clock",
    createHandler(({ body }) => control.clock(parseInput(input.clockInput, body)))
  )
  router.get(
    "/calls",
    createHandler(({ query }) => control.calls(parseInput(input.callsInput, query)))
  )
  router.delete(
    "/calls",
    createHandler(() => control.clearCalls())
  )
  router.post(
    "/faults",
    createHandler(({ body }) => control.fault(parseInput(faultSchema, body)))
  )
  router.get(
    "/faults",
    createHandler(() => control.faults())
  )
  router.get(
    "/faults/:id",
    createHandler(async ({ id }) => {
      const fault = (await control.faults()).find((fault) => fault.id === id)
      if (!fault) throw new ControlRefusal(404, "no such fault")
      return fault
    })
  )
  router.delete(
    "/faults",
    createHandler(() => control.clearFaults())
  )
  router.delete(
    "/faults/:id",
    createHandler(({ id }) => control.clearFaults(id))
  )
  router.post(
    "/postbacks",
    createHandler(({ body }) => control.postbacks(parseInput(postbackRuleSchema, body)))
  )
  router.post(
    "/postbacks/release",
    createHandler(({ body }) => control.releasePostbacks(parseInput(input.releaseInput, body)))
  )
  router.get(
    "/settings",
    createHandler(() => control.settings())
  )
  router.post(
    "/settings",
    createHandler(({ body }) => control.settings(parseInput(input.settingsInput, body)))
  )
  router.get(
    "/access-tokens",
    createHandler(() => control.accessTokens())
  )
  router.post(
    "/access-tokens/revoke",
    createHandler(() => control.revokeAccessTokens())
  )
  router.post(
    "/connections/drop",
    createHandler(() => control.dropConnections())
  )
  router.post(
    "/reset",
    createHandler(() => control.reset())
  )
  router.use((_req, res) => void res.status(404).json({ error: "see GET /control" }))
  router.use(handleError)
  return router
}

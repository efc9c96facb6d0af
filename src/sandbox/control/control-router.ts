import express, { type RequestHandler, type Router } from "express"
import { z } from "@medusajs/framework/zod"
import { describeIssues } from "../endpoints/describe-issues"
import { faultSchema } from "../faults/fault"
import { postbackRuleSchema } from "../postbacks/postback-rules"
import { onError } from "../on-error"
import type { SandboxControl } from "./control"
import { CONTROL_INDEX } from "./control-index"
import { ControlRefusal } from "./control-refusal"
import * as input from "./inputs"

function read<T extends z.ZodType>(schema: T, given: unknown): z.infer<T> {
  const result = schema.safeParse(given ?? {})
  if (!result.success) throw new ControlRefusal(400, describeIssues(result.error))
  return result.data
}

type Act = (req: { token: string; id: string; body: unknown; query: unknown }) => Promise<unknown>

function door(act: Act): RequestHandler {
  return (req, res, next) => {
    const { token = "", id = "" } = req.params
    act({ token, id, body: req.body as unknown, query: req.query })
      .then((result) => (result === undefined ? res.status(204).end() : res.json(result)))
      .catch(next)
  }
}

const answerError = onError((error, res) => {
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
export function controlRouter(control: SandboxControl): Router {
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
    door(({ query }) => control.applications(read(input.applicationsInput, query)))
  )
  router.get(
    "/applications/:token",
    door(({ token }) => control.application(token))
  )
  router.post(
    "/applications/:token/status",
    door(({ token, body }) => control.status(token, read(input.statusInput, body)))
  )
  router.post(
    "/applications/:token/portal",
    door(({ token, body }) => control.portal(token, read(input.portalInput, body)))
  )
  router.post(
    "/applications/:token/decision",
    door(({ token, body }) => control.decision(token, read(input.decisionInput, body)))
  )
  router.post(
    "/applications/:token/behaviour",
    door(({ token, body }) => control.behaviour(token, read(input.behaviourChange, body)))
  )
  router.delete(
    "/applications/:token",
    door(({ token }) => control.forget(token))
  )
  router.post(
    "/applications/:token/postback",
    door(({ token, body }) => control.postback(token, read(input.postbackInput, body)))
  )
  router.post(
    "/clock",
    door(({ body }) => control.clock(read(input.clockInput, body)))
  )
  router.get(
    "/calls",
    door(({ query }) => control.calls(read(input.callsInput, query)))
  )
  router.delete(
    "/calls",
    door(() => control.clearCalls())
  )
  router.post(
    "/faults",
    door(({ body }) => control.fault(read(faultSchema, body)))
  )
  router.get(
    "/faults",
    door(() => control.faults())
  )
  router.get(
    "/faults/:id",
    door(async ({ id }) => {
      const fault = (await control.faults()).find((one) => one.id === id)
      if (!fault) throw new ControlRefusal(404, "no such fault")
      return fault
    })
  )
  router.delete(
    "/faults",
    door(() => control.clearFaults())
  )
  router.delete(
    "/faults/:id",
    door(({ id }) => control.clearFaults(id))
  )
  router.post(
    "/postbacks",
    door(({ body }) => control.postbacks(read(postbackRuleSchema, body)))
  )
  router.post(
    "/postbacks/release",
    door(({ body }) => control.releasePostbacks(read(input.releaseInput, body)))
  )
  router.get(
    "/settings",
    door(() => control.settings())
  )
  router.post(
    "/settings",
    door(({ body }) => control.settings(read(input.settingsInput, body)))
  )
  router.get(
    "/access-tokens",
    door(() => control.accessTokens())
  )
  router.post(
    "/access-tokens/revoke",
    door(() => control.revokeAccessTokens())
  )
  router.post(
    "/connections/drop",
    door(() => control.dropConnections())
  )
  router.post(
    "/reset",
    door(() => control.reset())
  )
  router.use((_req, res) => void res.status(404).json({ error: "see GET /control" }))
  router.use(answerError)
  return router
}

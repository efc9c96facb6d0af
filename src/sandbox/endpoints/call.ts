import type { IncomingHttpHeaders } from "node:http"
import type { z } from "@medusajs/framework/zod"
import type { Environment } from "../credentials"
import type { FoundApplication } from "../state/application-registry"
import { getCurrentLink } from "../state/application"
import { getBehaviour } from "../state/get-behaviour"
import type { SimulatorState } from "../state/simulator-state"
import type { Answer } from "./answer"
import { Refusal } from "./refusal"
import { describeIssues } from "./describe-issues"

/** Input of a handler. */
export interface Call {
  simulator: SimulatorState
  environment: Environment
  path: string
  params: Record<string, string | undefined>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Body as received. */
  text: string
}

export type Handler = (call: Call) => Answer

/** Parses the JSON body. @throws Refusal naming the invalid fields */
export function readJson<T extends z.ZodType>(call: Call, schema: T): z.infer<T> {
  if (!/^application\/json\s*(;|$)/i.test(call.headers["content-type"] ?? "")) {
    throw new Refusal(415, "Content-Type: must be application/json")
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(call.text)
  } catch {
    throw new Refusal(400, "body: is not JSON")
  }
  const result = schema.safeParse(parsed)
  if (!result.success) throw new Refusal(400, describeIssues(result.error))
  return result.data
}

/** Refuses a body where the contract says "No body" and query parameters that it does not list. */
export function expectNoBody(call: Call, allowedQuery: readonly string[] = []): void {
  if (call.text !== "") throw new Refusal(400, "body: this call takes no body")
  expectQuery(call, allowedQuery)
}

/** Refuses query parameters that the contract does not list. */
export function expectQuery(call: Call, allowed: readonly string[]): void {
  for (const name of call.query.keys()) {
    if (!allowed.includes(name)) throw new Refusal(400, `${name}: unknown query parameter`)
  }
}

/** The `postback` query parameter of Settle and Cancel: boolean, default true. */
export function isPostbackRequested(call: Call): boolean {
  const values = call.query.getAll("postback")
  if (values.length === 0) return true
  const [value] = values
  if (values.length > 1 || (value !== "true" && value !== "false")) {
    throw new Refusal(400, "postback: must be true or false")
  }
  return value === "true"
}

/** Finds the application of the path token. Applies `behaviour.oldTokenAfterPartialRefund`. @throws Refusal */
export function findApplicationByPath(call: Call): FoundApplication {
  const found = call.simulator.applications.findByToken(call.params.token ?? "", call.environment)
  const { unknownTokenStatus, oldTokenAfterPartialRefund } = getBehaviour(
    call.simulator,
    found?.application
  )
  if (!found) throw new Refusal(unknownTokenStatus, "applicationToken: unknown")
  if (!found.link.replaced || oldTokenAfterPartialRefund === "T") return found
  if (oldTokenAfterPartialRefund === "404") throw new Refusal(404, "applicationToken: replaced")
  return { application: found.application, link: getCurrentLink(found.application) }
}

import type { Request, Response } from "express"
import { type Environment, PATH_PREFIX } from "../credentials"
import type { FaultEntry } from "../faults/fault-registry"
import { sendFault, sendAnswer, getSentStatus } from "../faults/send-fault"
import type { Application } from "../state/application"
import { getBehaviour } from "../state/get-behaviour"
import { redactSecrets, type CallRecord } from "../state/call-log"
import type { SimulatorState } from "../state/simulator-state"
import { buildErrorAnswer, buildJsonAnswer, type Answer } from "./answer"
import type { Call } from "./call"
import { getCallFacts, parseBody, readToken } from "./call-facts"
import { HANDLERS } from "./handlers"
import { type EndpointName, ENDPOINT_PATHS, WITHOUT_TOKEN } from "./endpoint-paths"
import { Refusal } from "./refusal"

function authorize({ simulator, environment, headers }: Call): void {
  const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? []
  if (token && simulator.accessTokens.isValid(token, environment)) return
  throw new Refusal(401, "Authorization: access token missing, expired or of the other environment")
}

/** Runs `serve` and turns a Refusal into an error response. */
function answerRefusals<Result>(
  operation: EndpointName,
  call: Call,
  serve: () => Result
): Result | Answer {
  try {
    return serve()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    call.simulator.narrate(
      `Refused ${operation} with HTTP ${String(error.status)}: ${error.message}`
    )
    return buildErrorAnswer({ ...call, application: findCallApplication(call) }, error)
  }
}

function runHandler(operation: EndpointName, call: Call): Answer {
  return answerRefusals(operation, call, () => {
    if (!WITHOUT_TOKEN.has(operation)) authorize(call)
    return HANDLERS[operation](call)
  })
}

/** Authorizes a call on arrival and runs its handler later, even when the access token expires in between. */
function scheduleHandler(operation: EndpointName, call: Call, afterMs: number): void {
  answerRefusals(operation, call, () => {
    if (!WITHOUT_TOKEN.has(operation)) authorize(call)
    const run = () => void answerRefusals(operation, call, () => HANDLERS[operation](call))
    call.simulator.clock.runAfter(afterMs, run, findCallApplication(call)?.id)
  })
}

function readCall(simulator: SimulatorState, environment: Environment, req: Request): Call {
  const url = new URL(req.originalUrl, simulator.url)
  return {
    simulator,
    environment,
    path: url.pathname.slice(PATH_PREFIX[environment].length),
    params: req.params,
    query: url.searchParams,
    headers: req.headers,
    text: typeof req.body === "string" ? req.body : "",
  }
}

function logCall(operation: EndpointName, call: Call, fault: FaultEntry | undefined): CallRecord {
  const { simulator, headers } = call
  const facts = getCallFacts(call)
  return simulator.calls.add({
    at: new Date(simulator.clock.now()).toISOString(),
    environment: call.environment,
    operation,
    method: ENDPOINT_PATHS[operation].method,
    path: call.path + (call.query.size > 0 ? `?${call.query.toString()}` : ""),
    status: null,
    request: redactSecrets(parseBody(call)),
    orderId: facts.orderId,
    token: call.params.token ?? facts.tokens[0],
    accessTokenNumber: simulator.accessTokens.getOrdinal((headers.authorization ?? "").slice(7)),
    fault: fault && `${fault.kind}/${fault.when}`,
  })
}

/** Finds the application of the path token. */
function findCallApplication({ simulator, params, environment }: Call): Application | undefined {
  return simulator.applications.findByToken(params.token ?? "", environment)?.application
}

/** Builds the response for a fault that hits before the call runs. No kind turns it into a valid success. */
function buildPlaceholder(fault: FaultEntry): Answer {
  const answer = buildJsonAnswer({ status: "ok", message: "" })
  if (fault.kind === "drip") return { ...answer, body: " ".repeat(4096) }
  const page = "<!doctype html><title>Maintenance</title>"
  return fault.kind === "wrong-content-type" ? { ...answer, body: page } : answer
}

/** Serves one call of the contract: log, fault before, handler, fault after, response. */
export async function serveCall(
  route: { simulator: SimulatorState; environment: Environment; operation: EndpointName },
  req: Request,
  res: Response
): Promise<void> {
  const { simulator, environment, operation } = route
  const call = readCall(simulator, environment, req)
  const fault = simulator.faults.claim(operation, getCallFacts(call))
  const record = logCall(operation, call, fault)
  if (fault) simulator.narrate(`Fault on ${operation}: ${fault.kind}, ${fault.when} it took effect`)
  if (fault?.when === "before") {
    const { executesAfterMs } = fault
    if (executesAfterMs !== undefined) scheduleHandler(operation, call, executesAfterMs)
    const answer = buildPlaceholder(fault)
    record.status = getSentStatus(fault, answer)
    return sendFault({ res, fault, answer })
  }
  const answer = runHandler(operation, call)
  const application = findCallApplication(call)
  if (getBehaviour(simulator, application).postbackTiming === "before-answer") {
    await simulator.postbacks.sendAll(application)
  }
  record.token ??= readToken(answer)
  if (fault) {
    record.status = getSentStatus(fault, answer)
    return sendFault({ res, fault, answer })
  }
  record.status = answer.status
  sendAnswer(res, answer)
}

import { STATUS_CODES } from "node:http"
import type { Settings } from "../behaviour"
import type { Application } from "../state/application"
import { getBehaviour } from "../state/get-behaviour"
import type { Clock } from "../state/clock"
import type { Refusal } from "./refusal"

/** HTTP response before a fault is applied. */
export interface Answer {
  status: number
  contentType: string
  body: string
}

export function buildJsonAnswer(body: unknown, status = 200): Answer {
  return { status, contentType: "application/json;charset=UTF-8", body: JSON.stringify(body) }
}

export function buildTextAnswer(body: string): Answer {
  return { status: 200, contentType: "text/plain;charset=UTF-8", body }
}

/** Builds the success response of an order action: status `ok` with a message. */
export function buildOkAnswer(message: string): Answer {
  return buildJsonAnswer({ status: "ok", message })
}

/** The refused call, with its application when known. */
type RefusedCall = {
  simulator: { clock: Clock; settings: Settings }
  path: string
  application?: Application | undefined
}

/** Builds an error response in the format that `behaviour.errorBody` of the application selects. */
export function buildErrorAnswer(
  { simulator, path, application }: RefusedCall,
  refusal: Refusal
): Answer {
  const { status, message } = refusal
  const error = STATUS_CODES[status] ?? "Error"
  const format = getBehaviour(simulator, application).errorBody
  if (format === "empty") return { status, contentType: "text/plain", body: "" }
  if (format === "html") {
    const body = `<!doctype html><title>${String(status)}</title><h1>${error}</h1>`
    return { status, contentType: "text/html;charset=UTF-8", body }
  }
  const timestamp = new Date(simulator.clock.now()).toISOString()
  return buildJsonAnswer({ timestamp, status, error, message, path }, status)
}

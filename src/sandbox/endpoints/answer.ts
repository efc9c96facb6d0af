import { STATUS_CODES } from "node:http"
import type { Settings } from "../behaviour"
import type { Application } from "../state/application"
import { behaviourOf } from "../state/behaviour-of"
import type { Clock } from "../state/clock"
import type { Refusal } from "./refusal"

/** HTTP response before a fault is applied. */
export interface Answer {
  status: number
  contentType: string
  body: string
}

export function jsonAnswer(body: unknown, status = 200): Answer {
  return { status, contentType: "application/json;charset=UTF-8", body: JSON.stringify(body) }
}

export function textAnswer(body: string): Answer {
  return { status: 200, contentType: "text/plain;charset=UTF-8", body }
}

/** Builds the success response of an order action: status `ok` with a message. */
export function okAnswer(message: string): Answer {
  return jsonAnswer({ status: "ok", message })
}

/** The refused call, with its application when known. */
type Asked = {
  world: { clock: Clock; settings: Settings }
  path: string
  application?: Application | undefined
}

/** Builds an error response in the format that `behaviour.errorBody` of the application selects. */
export function errorAnswer({ world, path, application }: Asked, refusal: Refusal): Answer {
  const { status, message } = refusal
  const error = STATUS_CODES[status] ?? "Error"
  const shape = behaviourOf(world, application).errorBody
  if (shape === "empty") return { status, contentType: "text/plain", body: "" }
  if (shape === "html") {
    const body = `<!doctype html><title>${String(status)}</title><h1>${error}</h1>`
    return { status, contentType: "text/html;charset=UTF-8", body }
  }
  const timestamp = new Date(world.clock.now()).toISOString()
  return jsonAnswer({ timestamp, status, error, message, path }, status)
}

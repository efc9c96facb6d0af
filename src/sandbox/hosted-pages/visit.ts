import type { Request } from "express"
import { timingSafeEqual } from "node:crypto"
import type { SimulatorState } from "../state/simulator-state"
import type { Visit } from "./parts"

function readText(value: unknown): string {
  return typeof value === "string" ? value : ""
}

function isEqualSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Reads the application of a page request. Undefined when app, auth or rauth is wrong. */
export function readVisit(simulator: SimulatorState, req: Request): Visit | undefined {
  const application = simulator.applications.findById(readText(req.query.app))
  if (!application) return undefined
  const isAuthorized =
    isEqualSecret(readText(req.query.auth), application.auth) &&
    isEqualSecret(readText(req.query.rauth), application.rauth)
  if (!isAuthorized) return undefined
  const offerId = Number.parseInt(readText(req.query.offer), 10)
  return { simulator, application, offerId: Number.isNaN(offerId) ? undefined : offerId }
}

/** Reads one field of a form or query as text. */
export function readField(source: unknown, name: string): string {
  if (source === null || typeof source !== "object") return ""
  return readText(Object.entries(source).find(([key]) => key === name)?.[1])
}

import type { Request } from "express"
import { timingSafeEqual } from "node:crypto"
import type { World } from "../state/world"
import type { Visit } from "./parts"

function text(value: unknown): string {
  return typeof value === "string" ? value : ""
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Reads the application of a page request. Undefined when app, auth or rauth is wrong. */
export function readVisit(world: World, req: Request): Visit | undefined {
  const application = world.applications.byId(text(req.query.app))
  if (!application) return undefined
  const mayEnter =
    isSame(text(req.query.auth), application.auth) &&
    isSame(text(req.query.rauth), application.rauth)
  if (!mayEnter) return undefined
  const offerId = Number.parseInt(text(req.query.offer), 10)
  return { world, application, offerId: Number.isNaN(offerId) ? undefined : offerId }
}

/** Reads one field of a form or query as text. */
export function readField(source: unknown, name: string): string {
  if (source === null || typeof source !== "object") return ""
  return text(Object.entries(source).find(([key]) => key === name)?.[1])
}

import { randomUUID } from "node:crypto"
import type { z } from "@medusajs/framework/zod"
import type { Endpoint } from "./endpoints"
import type { ClientSettings } from "./client-options"
import { describeIssues, type FailedCall, toError } from "./failure"
import type { Deadline } from "./deadline"
import type { Pools } from "./pools"

/** A request below the base URL, without its authorization. */
export interface RequestParts {
  path: string
  body: string | null
  headers: Record<string, string>
}

/** Distributes a validated input over path, query and body, as the endpoint's row says. */
function toRequestParts(endpoint: Endpoint, input: object): RequestParts {
  const fields = new Map<string, unknown>(Object.entries(input))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeURIComponent(asText(take(fields, name)))
  )
  const query = new URLSearchParams()
  for (const name of endpoint.query) {
    const value = take(fields, name)
    if (value !== undefined) query.set(name, asText(value))
  }
  const body = bodyOf(endpoint, fields)
  return {
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    body,
    headers: headersOf(endpoint, body !== null),
  }
}

function take(fields: Map<string, unknown>, name: string): unknown {
  const value = fields.get(name)
  fields.delete(name)
  return value
}

/** Values of a path, query or form are strings, numbers or booleans, as their schemas ensure. */
function asText(value: unknown): string {
  const isPlain = typeof value === "string" || typeof value === "number"
  if (isPlain || typeof value === "boolean") return String(value)
  throw new TypeError("only plain values can stand outside a JSON body")
}

function bodyOf(endpoint: Endpoint, fields: Map<string, unknown>): string | null {
  if (endpoint.body === "none") return null
  if (endpoint.body === "body") return JSON.stringify(fields.get("body"))
  if (endpoint.encoding === "json") return JSON.stringify(Object.fromEntries(fields))
  return new URLSearchParams([...fields].map(([name, value]) => [name, asText(value)])).toString()
}

function headersOf(endpoint: Endpoint, hasBody: boolean): Record<string, string> {
  const contentType =
    endpoint.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json"
  return {
    accept: endpoint.answer === "text" ? "text/plain" : "application/json",
    // Compression saves nothing here; compressed answers are read anyway (read-answer.ts).
    "accept-encoding": "identity",
    ...(hasBody ? { "content-type": contentType } : {}),
  }
}

/** The last parameter of every method. */
export interface CallOptions {
  /** Cancels this call; others continue. */
  signal?: AbortSignal
  /** Added to this call's errors and log lines; generated when missing or not plain. */
  correlationId?: string
  /** One attempt, even if the call is safe to repeat: the caller retries itself. */
  once?: boolean
}

/** The part that all calls of one client share. */
export interface Wire {
  settings: ClientSettings
  pools: Pools
  /** Unreadable fields that are logged already. */
  warned: Set<string>
}

/** A running call: its row, request and limits. */
export interface Call<Out extends z.ZodType = z.ZodType> extends FailedCall {
  endpoint: Endpoint<z.ZodType, Out>
  parts: RequestParts
  deadline: Deadline
}

/** Identifies the call in errors before its input is valid. */
export function identify(endpoint: Endpoint, correlationId: string | undefined): FailedCall {
  const isPlain = correlationId !== undefined && /^[\w.:-]{1,100}$/.test(correlationId)
  return {
    operation: endpoint.operation,
    changes: !endpoint.safeToRepeat,
    correlationId: isPlain ? correlationId : randomUUID(),
  }
}

/** Checks the input against the row's strict schema; throws InvalidRequestError naming the field. */
export function prepare<In extends z.ZodType>(
  endpoint: Endpoint<In>,
  input: z.input<In>,
  caller: FailedCall
): RequestParts {
  const parsed = endpoint.input.safeParse(input)
  if (parsed.success && typeof parsed.data === "object" && parsed.data !== null) {
    return toRequestParts(endpoint, parsed.data)
  }
  const detail = describeIssues(parsed.error?.issues ?? [])
  throw toError(caller, { code: "invalid_request", detail })
}
